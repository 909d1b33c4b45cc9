package dev.caravan.source;

import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A source as its file has it.
 *
 * @param file     file of the settings, for people
 * @param settings settings as YAML; empty if it has none
 * @param document OpenAPI document of an API; null for other kinds, and if an edit keeps the document
 * @param stamp    changes whenever a file of the source changes
 */
public record SourceText(String file, String settings, String document, String stamp) {

    /** Returns the text of a file; null if it does not exist. */
    public static String ofFile(Path file) throws IOException {
        try {
            return RouteTree.text(file, Integer.MAX_VALUE - 8);
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
