package dev.caravan.intelligence.files;

import java.nio.file.Path;

/**
 * A file of a workspace, as it was when the walk came by.
 *
 * @param path          relative to the workspace, with {@code /}
 * @param size          in bytes
 * @param modifiedNanos when it was last changed, in nanoseconds since 1970
 */
public record FoundFile(String path, Path file, long size, long modifiedNanos) {
}
