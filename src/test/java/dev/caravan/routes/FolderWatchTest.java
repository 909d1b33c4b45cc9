package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/** The file system itself tells when files change. No test here reads a folder at intervals. */
class FolderWatchTest {

    private final AtomicInteger changes = new AtomicInteger();

    @TempDir
    private Path folder;

    @Test
    void newChangedAndDeletedFilesAreReported() throws IOException {
        try (FolderWatch watch = FolderWatch.of(List.of(folder), changes::incrementAndGet)) {
            watch.include();
            reported(() -> Files.writeString(folder.resolve("a"), "1"));
            reported(() -> Files.writeString(folder.resolve("a"), "22"));
            reported(() -> Files.delete(folder.resolve("a")));
        }
    }

    @Test
    void subfoldersAreReportedForATree() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("one/two"));
        try (FolderWatch watch = FolderWatch.ofTrees(List.of(folder), changes::incrementAndGet)) {
            watch.include();
            reported(() -> Files.writeString(deep.resolve("a"), "1"));
            Path later = folder.resolve("later");
            reported(() -> Files.createDirectory(later));
            watch.include();
            reported(() -> Files.writeString(later.resolve("a"), "1"));
            reported(() -> FileSystemUtils.deleteRecursively(later));
            reported(() -> Files.createDirectory(later));
            watch.include();
            reported(() -> Files.writeString(later.resolve("a"), "1"));
        }
    }

    @Test
    void closedWatchHearsNothingAndLeavesOthers() throws IOException {
        AtomicInteger others = new AtomicInteger();
        try (FolderWatch other = FolderWatch.of(List.of(folder), others::incrementAndGet)) {
            FolderWatch closed = FolderWatch.of(List.of(folder), changes::incrementAndGet);
            closed.include();
            other.include();
            closed.close();
            Files.writeString(folder.resolve("a"), "1");
            await().until(() -> others.get() > 0);
            assertThat(changes).hasValue(0);
        }
    }

    @Test
    void missingFolderIsNoFailure() {
        try (FolderWatch watch = FolderWatch.ofTrees(List.of(folder.resolve("missing")), changes::incrementAndGet)) {
            watch.include();
            assertThat(changes).hasValue(0);
        }
    }

    @Test
    void editOfALiveFileTakesEffectAndTheWatchEndsWithItsGateway() throws Exception {
        LiveFiles<RouteTree.Stamp, String> files = new LiveFiles<>(new Texts(folder));
        try (CamelContext context = new DefaultCamelContext()) {
            context.start();
            LiveFiles.watch(context, "texts", folder, List.of(folder), files);
            for (String text : new String[] {"one", "second", "third text"}) {
                Files.writeString(folder.resolve("a.txt"), text);
                await().until(() -> text.equals(files.named("a.txt")));
            }
            Files.delete(folder.resolve("a.txt"));
            await().until(() -> files.all().isEmpty());
        }
        Files.writeString(folder.resolve("a.txt"), "late");
        try (FolderWatch other = FolderWatch.of(List.of(folder), changes::incrementAndGet)) {
            other.include();
            reported(() -> Files.writeString(folder.resolve("b.txt"), "late"));
        }
        assertThat(files.all()).isEmpty();
    }

    private interface Edit {
        void make() throws IOException;
    }

    private void reported(Edit edit) throws IOException {
        int before = changes.get();
        edit.make();
        await().until(() -> changes.get() > before);
    }

    private record Texts(Path folder) implements LiveFiles.Kind<RouteTree.Stamp, String> {

        @Override
        public Map<String, RouteTree.Stamp> stamps() {
            return RouteTree.in(folder).stream().collect(Collectors.toMap(file -> file.path().getFileName().toString(), file -> file));
        }

        @Override
        public String read(String name, RouteTree.Stamp stamp) throws IOException {
            return Files.readString(stamp.path());
        }

        @Override
        public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
            return name + ": " + thrown.getMessage();
        }
    }
}
