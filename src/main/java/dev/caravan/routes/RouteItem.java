package dev.caravan.routes;

import java.util.Map;

/**
 * One entry of a routes file.
 *
 * @param kind of the entry
 * @param id   of the route, configuration or template
 * @param uri  what the route, or those of the template, consume from, without options, as {@code scheme://path}; null for all else
 * @param sole what only one route may consume from: the uri, or the resource's; null where several may share one
 * @param template the id of the template that a templated route is made of; null for all else
 * @param parameters of the template, of a generated route; null for all else
 * @param text the entry as it stands in the file; of a generated route what it is made of
 * @param line where it begins, from 1; 0 for a generated route
 */
record RouteItem(Kind kind, String id, String uri, String sole, String template, Map<String, String> parameters, String text, int line) {

    enum Kind { ROUTE, CONFIGURATION, TEMPLATE, TEMPLATED }

    static RouteItem of(GeneratedRoutes.Templated route) {
        return new RouteItem(Kind.TEMPLATED, route.routeId(), null, null, route.template(), route.parameters(), route.toString(), 0);
    }

    boolean isGenerated() {
        return parameters != null;
    }

    boolean isShared() {
        return kind == Kind.CONFIGURATION || kind == Kind.TEMPLATE;
    }

    boolean isRoute() {
        return !isShared();
    }

    /** The same entry, wherever it stands now. */
    boolean sameAs(RouteItem other) {
        return other != null && kind == other.kind && text.equals(other.text);
    }

    /** What Camel reads: the entry on the lines where it stands in the file, so that messages name the right ones. */
    String padded() {
        return "\n".repeat(line - 1) + text + "\n";
    }
}
