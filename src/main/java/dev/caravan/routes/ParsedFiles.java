package dev.caravan.routes;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The routes files of one tree. Reads and parses each file once, at the first request for it. */
final class ParsedFiles {

    /** Schemes of routes that are called from within. Any other scheme opens a door: a port, a queue or a timer. */
    private static final Set<String> INSIDE = Set.of("direct", "seda", "ai-tool", "ai-resource", "ai-prompt", "audit");

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
     * @throws RouteProblem.Refused if the file can't be read or parsed; the same problem each time
     */
    RouteFile get(String name) throws RouteProblem.Refused {
        Parsed parsed = parsed(name);
        if (parsed.problem() != null) {
            throw new RouteProblem.Refused(parsed.problem());
        }
        return parsed.file();
    }

    /** Returns the ids of the routes in the operator's files. They take precedence over generated routes with the same id. */
    private Set<String> own() {
        if (own == null) {
            own = new HashSet<>();
            for (String name : tree.files().keySet()) {
                if (RouteTree.isRoutes(name) && !tree.isGenerated(name)) {
                    usable(name).ifPresent(file -> own.addAll(file.routeIds()));
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
        } catch (RouteProblem.Refused e) {
            return new Parsed(null, e.problem());
        } catch (IOException e) {
            return new Parsed(null, new RouteProblem(name, 0, 0, "the file can't be read as UTF-8 text: " + e));
        }
    }

    /**
     * Sorts files for loading. Files with templates and configurations come first. Then come routes that are called from within. Routes
     * that open a door come last, so that a call finds all routes that it needs. Among these, the files in {@code entry/} come first,
     * because the first of them opens the port for all. A file that needs a later file is tried again after that file.
     */
    List<String> inLoadOrder(Set<String> names) {
        Map<String, List<RouteFile.Item>> items = new TreeMap<>();
        names.stream().filter(this::has).forEach(name -> items.put(name, usable(name).map(RouteFile::items).orElse(List.of())));
        List<RouteFile.Item> doorTemplates = items.values().stream().flatMap(List::stream)
                .filter(item -> item.kind() == RouteFile.Item.Kind.TEMPLATE && opensDoor(item.uri())).toList();
        return items.keySet().stream().sorted(Comparator.comparing(name -> {
            boolean opensDoor = items.get(name).stream().anyMatch(item -> item.kind() == RouteFile.Item.Kind.ROUTE ? opensDoor(item.uri())
                    : doorTemplates.stream().anyMatch(template -> item.isRoute() && RouteChecks.uses(item, template)));
            return opensDoor ? name.contains("/entry/") ? 2 : 3 : items.get(name).stream().anyMatch(RouteFile.Item::isShared) ? 0 : 1;
        })).toList();
    }

    private static boolean opensDoor(String uri) {
        return uri != null && !INSIDE.contains(uri.replaceFirst(":.*", ""));
    }

    /** Returns those of the files that can be read and parsed. */
    List<RouteFile> usable(Collection<String> names) {
        return names.stream().filter(this::has).map(this::usable).flatMap(Optional::stream).toList();
    }

    /** Returns the file; empty if it can't be read or parsed, which the loader reports when it comes to that file. */
    Optional<RouteFile> usable(String name) {
        return Optional.ofNullable(parsed(name).file());
    }
}
