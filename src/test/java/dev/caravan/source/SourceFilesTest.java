package dev.caravan.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.source.SourceEdits.SourceFiles;
import dev.caravan.source.SourceFolder.Edit.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit of several files changes all of them, or none. */
class SourceFilesTest {

    @Test
    void aFileThatCannotBeWrittenLeavesTheOthersAsTheyWere(@TempDir Path folder) throws IOException {
        Path document = Files.writeString(folder.resolve("shop.json"), "former");
        Path settings = folder.resolve("gone/shop.yaml");

        assertThatThrownBy(() -> SourceFiles.change(List.of(new FileChange(document, "former", "next"),
                new FileChange(settings, null, "next")))).isInstanceOf(IOException.class);

        assertThat(document).hasContent("former");
    }
}
