package dev.caravan.intelligence.files;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Makes files for a test; names may hold anything, whatever the locale is. */
record Tree(Path root) {

    Path file(String path, String text) throws IOException {
        Path file = at(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    void files(String... paths) throws IOException {
        for (String path : paths) {
            file(path, "text of " + path);
        }
    }

    Path at(String path) {
        String escaped = Arrays.stream(path.split("/")).map(step -> URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
        return Path.of(URI.create(root.toUri() + escaped));
    }

    List<String> found(String... excludes) throws IOException {
        return found(WorkspaceFiles.in(root, List.of(excludes)));
    }

    static List<String> found(WorkspaceFiles walk) {
        return walk.found().stream().map(FoundFile::path).toList();
    }
}
