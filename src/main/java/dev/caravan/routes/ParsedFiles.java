package dev.caravan.routes;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The routes files of one tree. Reads and parses each file once, at the first request for it. */
final class ParsedFiles {

    /** @param problem why the file can't be used; null if it can */
    private record Parsed(RouteFile file, RouteProblem problem) {
    }

    private final RouteTree tree;
    private final Map<String, Parsed> files = new HashMap<>();
    private Set<String> own;

    ParsedFiles(RouteTree tree) {
        this.tree = tree;
    }

    boolean has(String name) {
        return tree.files().containsKey(name);
    }

    /**
     * Returns the parsed file. A generated file lacks the routes whose ids are in other files.
     *
     * @throws RouteProblemException if the file can't be read or parsed; the same problem each time
     */
    RouteFile get(String name) throws RouteProblemException {
        Parsed parsed = parsed(name);
        if (parsed.problem() != null) {
            throw new RouteProblemException(parsed.problem());
        }
        return parsed.file();
    }

    /** Returns the ids of the routes in the operator's files. They take precedence over generated routes with the same id. */
    private Set<String> own() {
        if (own == null) {
            own = new HashSet<>();
            for (String name : tree.files().keySet()) {
                if (RouteTree.isRoutes(name) && !tree.isGenerated(name)) {
                    Parsed parsed = parsed(name);
                    if (parsed.problem() == null) {
                        parsed.file().items().stream().filter(RouteItem::isRoute).forEach(item -> own.add(item.id()));
                    }
                }
            }
        }
        return own;
    }

    private Parsed parsed(String name) {
        Parsed parsed = files.get(name);
        if (parsed == null) {
            parsed = parse(name);
            files.put(name, parsed);
        }
        return parsed;
    }

    private Parsed parse(String name) {
        try {
            RouteFile file = tree.parsed(name);
            return new Parsed(tree.isGenerated(name) ? file.without(own()) : file, null);
        } catch (RouteProblemException e) {
            return new Parsed(null, e.problem());
        } catch (IOException e) {
            return new Parsed(null, new RouteProblem(name, 0, 0, "the file can't be read as UTF-8 text: " + e));
        }
    }
}
