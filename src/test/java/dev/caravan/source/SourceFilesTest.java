package dev.caravan.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.TemporaryFolder;
import dev.caravan.source.SourceFolder.Edit.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file that only its owner may read can be read by nobody else while it changes. An edit of several files changes all, or none. */
class SourceFilesTest {

    private final Path folder = TemporaryFolder.make("files");

    @Tag("full")
    @Test
    void theNextTextIsReadableToNobodyElseAtAnyMoment() throws Exception {
        Path file = Files.writeString(folder.resolve("shop.yaml"), "a");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String large = "x".repeat(20_000_000);
        CompletableFuture<Void> changed = CompletableFuture.runAsync(() -> change(file, "a", large));
        Set<String> modes = new TreeSet<>();

        while (!changed.isDone()) {
            try {
                modes.add(mode(folder.resolve(".shop.yaml.tmp")));
            } catch (IOException e) {
                // it is not there yet, or no longer
            }
        }

        changed.get();
        assertThat(modes).containsExactly("rw-------");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(Files.size(file)).isEqualTo(large.length());
    }

    @Test
    void aFileKeepsItsMode() throws IOException {
        Path file = Files.writeString(folder.resolve("shared.yaml"), "a");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        change(file, "a", "b");

        assertThat(mode(file)).isEqualTo("rw-r-----");
        assertThat(Files.readString(file)).isEqualTo("b");
    }

    @Test
    void aFileThatCannotBeWrittenLeavesTheOthersAsTheyWere() throws IOException {
        Path document = Files.writeString(folder.resolve("shop.json"), "former");
        Path settings = folder.resolve("gone/shop.yaml");

        assertThatThrownBy(() -> SourceEdits.SourceFiles.change(List.of(new FileChange(document, "former", "next"),
                new FileChange(settings, null, "next")))).isInstanceOf(IOException.class);

        assertThat(document).hasContent("former");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void change(Path file, String before, String after) {
        try {
            assertThat(SourceEdits.SourceFiles.change(List.of(new FileChange(file, before, after)))).isTrue();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
