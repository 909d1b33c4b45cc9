package dev.caravan.intelligence.files;

import java.nio.file.Path;

/**
 * A file of a workspace, as the walk found it.
 *
 * @param path          relative to the workspace, with {@code /}
 * @param size          bytes
 * @param modifiedNanos time of the last change, in nanoseconds since 1970
 */
public record FoundFile(String path, Path file, long size, long modifiedNanos) {
}
