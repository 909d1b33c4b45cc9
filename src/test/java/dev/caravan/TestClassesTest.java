package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Test classes stay short enough to read at once. */
class TestClassesTest {

    private static final int LINES = 150;

    @Test
    void noTestClassHasMoreThan150Lines() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            List<Path> tests = files.filter(file -> file.toString().endsWith("Test.java")).toList();
            assertThat(tests).hasSizeGreaterThan(300);
            assertThat(tests).filteredOn(file -> lines(file) > LINES).isEmpty();
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
