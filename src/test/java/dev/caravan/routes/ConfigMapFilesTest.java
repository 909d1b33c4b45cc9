package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each file of a volume that the kubelet made of a ConfigMap is read once, and is another after the ConfigMap has changed. */
class ConfigMapFilesTest {

    @TempDir
    private Path place;

    @Test
    void filesOfAVolumeAreSeenOnceAndFollowTheSwap() throws IOException {
        ConfigMapVolume configMap = ConfigMapVolume.in(place.resolve("volume"));
        Path volume = configMap.directory();
        configMap.write("..2026_11_22_15_10_07.1", Map.of("a.camel.yaml", "first", "tools/b.camel.yaml", "first"));
        RouteTree before = RouteTree.of(volume);

        configMap.write("..2026_11_22_15_12_07.2", Map.of("a.camel.yaml", "other", "tools/b.camel.yaml", "first"));
        RouteTree after = RouteTree.of(volume);

        assertThat(before.files()).containsOnlyKeys(volume + "/a.camel.yaml", volume + "/tools/b.camel.yaml");
        assertThat(after.files()).containsOnlyKeys(volume + "/a.camel.yaml", volume + "/tools/b.camel.yaml");
        assertThat(after).isNotEqualTo(before);
        assertThat(after.text(volume + "/a.camel.yaml")).isEqualTo("other");
        assertThat(RouteTree.of(volume)).isEqualTo(after);
    }

    @Test
    void swapChangesAFileOfTheSameSizeAndTime() throws IOException {
        ConfigMapVolume configMap = ConfigMapVolume.in(place.resolve("volume"));
        Path volume = configMap.directory();
        configMap.write("..2026_11_22_15_10_07.1", Map.of("a.camel.yaml", "first"));
        RouteTree before = RouteTree.of(volume);
        var time = Files.getLastModifiedTime(volume.resolve("a.camel.yaml"));

        Path folder = Files.createDirectory(volume.resolve("..2026_11_22_15_12_07.2"));
        Files.setLastModifiedTime(Files.writeString(folder.resolve("a.camel.yaml"), "other"), time);
        configMap.swap(folder);

        assertThat(RouteTree.of(volume)).isNotEqualTo(before);
    }

    @Test
    void circularOrDanglingLinkHidesNoOtherFile() throws IOException {
        Path folder = Files.createDirectory(place.resolve("folder"));
        Files.createSymbolicLink(folder.resolve("circle"), folder);
        Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("missing"));
        Files.writeString(folder.resolve("a.camel.yaml"), "");
        Path link = Files.createSymbolicLink(place.resolve("link"), folder);

        assertThat(RouteTree.of(folder).files()).containsKey(folder + "/a.camel.yaml").doesNotContainKey(folder + "/circle/a.camel.yaml");
        assertThat(RouteTree.of(link).files()).as("the directory may be a link itself").containsKey(link + "/a.camel.yaml");
    }
}
