package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The picture of the house in {@code dev.caravan}'s package-info: layers, and the rooms in each, from above. */
final class PictureOfHouse {

    private static final Path FILE = Path.of("src/main/java/dev/caravan/package-info.java");
    private static final Pattern LINE = Pattern.compile("(?m)^ \\* (?:  (?<room>\\S+) +\\S.*|(?<layer>\\w[^;\\n]*).*)$");

    private PictureOfHouse() {
    }

    /** Returns the rooms by the name of their layer. */
    static Map<String, List<String>> layers() {
        try {
            String text = Files.readString(FILE);
            Map<String, List<String>> layers = new LinkedHashMap<>();
            List<String> rooms = new ArrayList<>();
            Matcher line = LINE.matcher(text.substring(text.indexOf("<pre>"), text.indexOf("</pre>")));
            while (line.find()) {
                if (line.group("layer") != null) {
                    rooms = new ArrayList<>();
                    layers.put(line.group("layer").strip(), rooms);
                } else {
                    rooms.add(line.group("room"));
                }
            }
            return layers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> rooms() {
        return layers().values().stream().flatMap(List::stream).toList();
    }
}
