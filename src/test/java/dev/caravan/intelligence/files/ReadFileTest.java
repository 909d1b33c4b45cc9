package dev.caravan.intelligence.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** Short words for tests of which files {@link TextFiles} reads and why it skips others. */
abstract class ReadFileTest {

    final TextFiles files = new TextFiles(DataSize.ofMegabytes(1));

    @TempDir
    Path root;

    TextFiles.SkipReason reason(String path, byte[] bytes) throws IOException {
        return ((TextFiles.ReadFile.Skipped) read(path, bytes)).reason();
    }

    TextFiles.ReadFile read(String path, byte[] bytes) throws IOException {
        return files.read(found(path, bytes));
    }

    FoundFile found(String path, byte[] bytes) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return new FoundFile(path, file, bytes.length, 0);
    }
}
