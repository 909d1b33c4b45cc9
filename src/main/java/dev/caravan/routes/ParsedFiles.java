package dev.caravan.routes;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The routes files of one tree. Reads and parses each file once, when it is first asked for. */
final class ParsedFiles {

    /** @param problem why the file can't be used; null if it can */
    private record Parsed(RouteFile file, RouteProblem problem) {
    }

    private final RouteTree tree;
    private final Map<String, Parsed> files = new HashMap<>();

    ParsedFiles(RouteTree tree) {
        this.tree = tree;
    }

    boolean has(String name) {
        return tree.files().containsKey(name);
    }

    /** Returns the parsed file. Throws the same problem each time for a file that can't be read or parsed. */
    RouteFile get(String name) throws RouteProblemException {
        Parsed parsed = files.computeIfAbsent(name, this::parse);
        if (parsed.problem() != null) {
            throw new RouteProblemException(parsed.problem());
        }
        return parsed.file();
    }

    private Parsed parse(String name) {
        try {
            return new Parsed(tree.parsed(name), null);
        } catch (RouteProblemException e) {
            return new Parsed(null, e.problem());
        } catch (IOException e) {
            return new Parsed(null, new RouteProblem(name, 0, 0, "the file can't be read as UTF-8 text: " + e));
        }
    }
}
