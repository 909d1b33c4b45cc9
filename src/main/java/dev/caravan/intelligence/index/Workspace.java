package dev.caravan.intelligence.index;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A source tree that is indexed.
 *
 * @param name    1 to 64 of A-Z a-z 0-9 . _ -
 * @param root    its folder, absolute
 * @param exclude what is left out, as in {@code .gitignore}
 */
public record Workspace(String name, Path root, List<String> exclude) {

    /** What no other workspace's nodes have: a word of letters and digits. */
    String word() {
        return "w" + HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Label of its chunks, beside that of all chunks. */
    String label() {
        return "CaravanCode_" + word();
    }

    /** Name of the vector index over its chunks. */
    String vectorIndex() {
        return "caravan_code_" + word();
    }

    /** Unique among all workspaces. */
    String key(String id) {
        return name + ":" + id;
    }
}
