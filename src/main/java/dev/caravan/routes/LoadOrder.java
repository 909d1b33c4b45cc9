package dev.caravan.routes;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Sorts routes files for loading. Files with templates and configurations come first. Then come routes that are called from within. Routes that open
 * a door come last, so that a call finds all routes that it needs. Among these, the files in {@code entry/} come first, because the first of them
 * opens the port for all. A file that needs a later file is tried again after that file.
 */
final class LoadOrder {

    /** Schemes of routes that are called from within. Any other scheme opens a door: a port, a queue or a timer. */
    private static final Set<String> INSIDE = Set.of("direct", "seda", "ai-tool", "ai-resource", "ai-prompt", "audit");

    private final Map<String, List<RouteItem>> files = new TreeMap<>();

    private LoadOrder(ParsedFiles now, Set<String> names) {
        for (String name : names) {
            if (now.has(name)) {
                files.put(name, items(now, name));
            }
        }
    }

    static List<String> of(ParsedFiles now, Set<String> names) {
        LoadOrder order = new LoadOrder(now, names);
        Set<String> doors = new TreeSet<>();
        List<RouteItem> doorTemplates = order.items(RouteItem.Kind.TEMPLATE).filter(template -> opensDoor(template.uri())).toList();
        order.files.forEach((name, items) -> {
            if (items.stream().anyMatch(item -> item.kind() == RouteItem.Kind.ROUTE ? opensDoor(item.uri())
                    : item.kind() == RouteItem.Kind.TEMPLATED && doorTemplates.stream().anyMatch(template -> RouteChecks.uses(item, template)))) {
                doors.add(name);
            }
        });
        return order.files.keySet().stream().sorted(Comparator.comparing(name -> doors.contains(name) ? name.contains("/entry/") ? 2 : 3
                : order.files.get(name).stream().anyMatch(RouteItem::isShared) ? 0 : 1)).toList();
    }

    private Stream<RouteItem> items(RouteItem.Kind kind) {
        return files.values().stream().flatMap(List::stream).filter(item -> item.kind() == kind);
    }

    private static boolean opensDoor(String uri) {
        return uri != null && !INSIDE.contains(uri.replaceFirst(":.*", ""));
    }

    /** Returns no entries for a file that can't be read. The loader reports the problem when it comes to that file. */
    private static List<RouteItem> items(ParsedFiles now, String name) {
        try {
            return now.get(name).items();
        } catch (RouteProblemException e) {
            return List.of();
        }
    }
}
