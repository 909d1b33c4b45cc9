package dev.caravan.source;

import java.nio.file.Path;
import java.util.List;

/**
 * A checked edit.
 *
 * @param files     changes in the order in which they are made
 * @param permitted entry of {@code caravan.sources.editable} that the edit needs
 */
public record SourceEdit(List<FileChange> files, String permitted) {

    /**
     * The change of one file.
     *
     * @param before present text; null if the file does not exist
     * @param after  next text; null to delete the file
     */
    public record FileChange(Path file, String before, String after) {
    }
}
