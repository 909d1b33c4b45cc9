package dev.caravan.routes;

import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * One entry of a routes file.
 *
 * @param kind       kind of the entry
 * @param id         id of the route, configuration or template
 * @param uri        endpoint that the route or the template's routes consume from, as {@code scheme://path} without options; null for other entries
 * @param sole       endpoint or resource URI that only one route may have; null if several routes may share it
 * @param template   id of the template of a templated route; null for other entries
 * @param parameters template parameters of a generated route; null for other entries
 * @param text       text of the entry in the file; for a generated route, its template and parameters
 * @param line       line of its beginning, from 1; 0 for a generated route
 * @param node       the parsed entry; null for a generated route, and once the entry is loaded, because parsed entries take twenty times the memory of their text
 */
record RouteItem(Kind kind, String id, String uri, String sole, String template, Map<String, String> parameters, String text, int line, Node node) {

    enum Kind { ROUTE, CONFIGURATION, TEMPLATE, TEMPLATED }

    static RouteItem of(GeneratedRoutes.Templated route) {
        return new RouteItem(Kind.TEMPLATED, route.routeId(), null, route.parameters().get(GeneratedRoutes.RESOURCE_URI), route.template(), route.parameters(), route.toString(), 0, null);
    }

    /** Returns the entry's key among all files. A route, a template and a configuration may have the same id. */
    String key() {
        return (isRoute() ? "route " : kind + " ") + id;
    }

    /** Whether both are routes of the same endpoint, which has one consumer at a time: the one must stop before the other starts. */
    boolean hasEndpointOf(RouteItem other) {
        return sole != null && other.sole != null && uri != null && uri.equals(other.uri);
    }

    boolean isGenerated() {
        return parameters != null;
    }

    /** Whether the route is a tool, resource or prompt that another system defines. The other routes of its file do without it. */
    boolean isDefinition() {
        return isGenerated() && parameters.containsKey("definition");
    }

    RouteItem withoutNode() {
        return node == null ? this : new RouteItem(kind, id, uri, sole, template, parameters, text, line, null);
    }

    boolean isShared() {
        return kind == Kind.CONFIGURATION || kind == Kind.TEMPLATE;
    }

    boolean isRoute() {
        return !isShared();
    }

    /** Whether both entries are the same, on whatever line they are. */
    boolean sameAs(RouteItem other) {
        return other != null && kind == other.kind && text.equals(other.text);
    }

    /** Returns the text for Camel. Blank lines before the entry keep its line number, so that messages have the right line. */
    String padded() {
        return "\n".repeat(line - 1) + text + "\n";
    }
}
