package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A folder with files of MCP servers, such as {@code config/servers}. */
public final class ServerFiles {

    /** The setting that names the folder. */
    public static final String SETTING = "caravan.upstream.directory";

    private ServerFiles() {
    }

    /** Returns a new folder with these servers, {name: settings as YAML}. */
    public static Path folder(Map<String, String> servers) {
        Path folder = TemporaryFolder.make("upstream").resolve("servers"); // accepted definitions are written beside it
        servers.forEach((name, settings) -> save(folder, name, settings));
        return folder;
    }

    /** Saves the file of a server at once, so that a gateway never sees half of it. */
    public static void save(Path folder, String name, String settings) {
        try {
            Files.createDirectories(folder);
            Path next = Files.writeString(folder.resolve(name + ".next"), settings);
            Files.move(next, folder.resolve(name + ".yaml"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the files of all servers but these. */
    public static void keep(Path folder, Set<String> names) {
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            for (Path file : files.toList()) {
                if (!names.contains(file.getFileName().toString().replaceFirst("\\.yaml$", ""))) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the settings of a server that is this command. */
    public static String command(List<String> words) {
        return "command: '%s'\nargs: %s\n".formatted(words.get(0),
                McpClient.JSON.valueToTree(words.subList(1, words.size())));
    }
}
