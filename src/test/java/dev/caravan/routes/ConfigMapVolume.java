package dev.caravan.routes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Stream;

/** A volume as the kubelet makes it of a ConfigMap (AtomicWriter): each state has a folder, shown by links through {@code ..data}. */
record ConfigMapVolume(Path directory) {

    static ConfigMapVolume in(Path place) throws IOException {
        return new ConfigMapVolume(Files.createDirectory(place));
    }

    /** Makes these the files of the volume. */
    void write(String state, Map<String, String> files) throws IOException {
        Path folder = Files.createDirectory(directory.resolve(state));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        swap(folder);
        for (String name : files.keySet()) {
            Path top = Path.of(name).getName(0);
            if (!Files.exists(directory.resolve(top))) {
                Files.createSymbolicLink(directory.resolve(top), Path.of("..data").resolve(top));
            }
        }
    }

    /** Exchanges {@code ..data} by renaming, and deletes what it led to. */
    void swap(Path folder) throws IOException {
        Path data = directory.resolve("..data");
        Path before = Files.exists(data) ? data.toRealPath() : null;
        Path renamed = Files.createSymbolicLink(directory.resolve("..data_tmp"), folder.getFileName());
        Files.move(renamed, data, StandardCopyOption.ATOMIC_MOVE);
        if (before != null) {
            try (Stream<Path> old = Files.walk(before)) {
                for (Path path : old.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
