package dev.caravan.intelligence.index;

import dev.caravan.store.Installation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A source tree of the index.
 *
 * @param name         1 to 64 of A-Z a-z 0-9 . _ -
 * @param root         its folder, absolute
 * @param exclude      ignored files, in the syntax of {@code .gitignore}
 * @param scip         its SCIP index, which may be missing
 * @param installation whose workspace it is; others may use the same Neo4j
 */
public record Workspace(String name, Path root, List<String> exclude, Path scip, Installation installation) {

    /** Returns its name in Neo4j. */
    String stored() {
        return installation.id() + ":" + name;
    }

    /** Returns a word of letters and digits that only this workspace's nodes have. */
    String word() {
        return "w" + installation.id() + HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the label of its chunks, in addition to the label of all chunks. */
    String label() {
        return "CaravanCode_" + word();
    }

    /** Returns the name of the vector index over its chunks. */
    String vectorIndex() {
        return "caravan_code_" + word();
    }

    /** Returns a key that is unique among all workspaces of all installations. */
    String key(String id) {
        return stored() + ":" + id;
    }
}
