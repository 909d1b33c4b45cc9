package dev.caravan.routes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A routes file, split into its entries, which keep their text. The file is a list of {@code route}, {@code routeConfiguration},
 * {@code routeTemplate} and {@code templatedRoute}, each with an id.
 *
 * @param items in the order in which they are loaded
 */
record RouteFile(String name, String text, List<Item> items) {

    private static final Map<String, Item.Kind> KINDS = Map.of(
            "route", Item.Kind.ROUTE, "routeConfiguration", Item.Kind.CONFIGURATION,
            "routeTemplate", Item.Kind.TEMPLATE, "templatedRoute", Item.Kind.TEMPLATED);

    /** What others use is loaded first, wherever it is in the file. */
    private static final List<Item.Kind> FIRST = List.of(Item.Kind.CONFIGURATION, Item.Kind.TEMPLATE);

    /** Options that identify a resource. Its name is only shown. */
    private static final List<String> RESOURCE_URI = List.of("resourceUri", "uriTemplate");
    private static final Pattern INLINE_RESOURCE_URI = Pattern.compile("[?&](?:" + String.join("|", RESOURCE_URI) + ")=([^&]+)");
    private static final List<String> SOLE = List.of("direct:", "ai-tool:", "ai-prompt:");

    /** Makes a file of generated routes. Its text lists the parameters of each route. */
    static RouteFile of(String name, List<GeneratedRoutes.Templated> routes) {
        List<Item> items = routes.stream().map(Item::of).toList();
        return new RouteFile(name, items.stream().map(Item::text).collect(Collectors.joining("\n")), items);
    }

    static RouteFile parse(String name, String text) throws RouteProblem.Refused {
        Node root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(name).setUseMarks(true).build()).composeString(text).orElse(null);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            int column = e.getProblemMark().map(mark -> mark.getColumn() + 1).orElse(0);
            throw problem(name, line, column, e.getProblem());
        } catch (YamlEngineException e) {
            throw problem(name, 0, 0, e.getMessage());
        } catch (StackOverflowError e) {
            throw problem(name, 0, 0, "its YAML is too deep");
        }
        if (root == null) {
            throw problem(name, 0, 0, "the file is empty; delete it to withdraw its routes");
        }
        if (!(root instanceof SequenceNode list) || list.getValue().isEmpty()) {
            throw problem(name, line(root), 1, "a routes file is a list: begin each entry with - route:");
        }
        return new RouteFile(name, text, items(name, text, list.getValue()));
    }

    Set<String> routeIds() {
        return items.stream().filter(Item::isRoute).map(Item::id).collect(Collectors.toSet());
    }

    /** Returns the file without the routes that have these ids. */
    RouteFile without(Set<String> routeIds) {
        return new RouteFile(name, text, items.stream().filter(item -> !item.isRoute() || !routeIds.contains(item.id())).toList());
    }

    /** Returns the file for the time after it is loaded: its entries have only their text. */
    RouteFile loaded() {
        return new RouteFile(name, text, items.stream().map(Item::withoutNode).toList());
    }

    RouteFile with(Item item) {
        List<Item> all = new ArrayList<>(items);
        all.add(item);
        return new RouteFile(name, text, all);
    }

    private static List<Item> items(String name, String text, List<Node> entries) throws RouteProblem.Refused {
        String[] lines = text.split("\n", -1);
        List<Item> items = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 1; i < entries.size(); i++) {
            if (line(entries.get(i)) < line(entries.get(i - 1)) || entries.get(i) == entries.get(i - 1)) {
                throw problem(name, line(entries.get(i)), 0, "an entry can't be an alias for another one");
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            int from = line(entries.get(i));
            int to = i + 1 < entries.size() ? line(entries.get(i + 1)) - 1 : lines.length;
            String part = String.join("\n", List.of(lines).subList(from - 1, to)).stripTrailing();
            checkAliases(name, entries.get(i), from, from, Collections.newSetFromMap(new IdentityHashMap<>()));
            Item item = item(name, entries.get(i), part, from);
            if (!ids.add(item.kind() + " " + item.id()) || item.isRoute() && !ids.add("route " + item.id())) {
                throw problem(name, from, 0, "the id " + item.id() + " is in this file twice");
            }
            items.add(item);
        }
        items.sort(Comparator.comparing(item -> FIRST.contains(item.kind()) ? FIRST.indexOf(item.kind()) : FIRST.size()));
        return items;
    }

    /** An entry is loaded without the others of its file, so it can't have an alias for a part of another one. */
    private static void checkAliases(String name, Node node, int from, int line, Set<Node> seen) throws RouteProblem.Refused {
        if (line(node) < from) {
            throw problem(name, line, 0, "an alias can't refer to another entry of the file: its anchor is on line " + line(node));
        }
        if (!seen.add(node)) {
            return;
        }
        if (node instanceof SequenceNode list) {
            for (Node part : list.getValue()) {
                checkAliases(name, part, from, line(node), seen);
            }
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                checkAliases(name, tuple.getKeyNode(), from, line(node), seen);
                checkAliases(name, tuple.getValueNode(), from, line(tuple.getKeyNode()), seen);
            }
        }
    }

    private static Item item(String name, Node entry, String part, int line) throws RouteProblem.Refused {
        if (!(entry instanceof MappingNode mapping) || mapping.getValue().size() != 1) {
            throw problem(name, line, 0, "an entry has one key: route, routeConfiguration, routeTemplate or templatedRoute");
        }
        NodeTuple only = mapping.getValue().get(0);
        String key = scalar(only.getKeyNode());
        Item.Kind kind = KINDS.get(key);
        if (kind == null) {
            throw problem(name, line, 0, "an entry is a route, routeConfiguration, routeTemplate or templatedRoute, not " + key);
        }
        Node body = only.getValueNode();
        String id = scalar(member(body, kind == Item.Kind.TEMPLATED ? "routeId" : "id"));
        if (id == null || id.isBlank()) {
            throw problem(name, line, 0, "this " + key + " needs an id: health, metrics and reload know it by that");
        }
        Node from = member(kind == Item.Kind.TEMPLATE && member(body, "route") != null ? member(body, "route") : body, "from");
        String uri = scalar(from instanceof ScalarNode ? from : member(from, "uri"));
        String consumed = withoutOptions(uri);
        return new Item(kind, id, consumed, kind == Item.Kind.ROUTE && consumed != null ? sole(from, uri, consumed) : null,
                scalar(member(body, "routeTemplateRef")), null, part, line, entry);
    }

    /**
     * Returns the endpoint that only this route may consume from. Null where several routes may share the endpoint (queues, timers, HTTP
     * methods); Camel decides there.
     */
    private static String sole(Node from, String uri, String consumed) {
        if (consumed.startsWith("ai-resource:")) {
            Node parameters = member(from, "parameters");
            String option = RESOURCE_URI.stream().map(name -> scalar(member(parameters, name))).filter(Objects::nonNull).findFirst()
                    .orElse(null);
            Matcher inline = INLINE_RESOURCE_URI.matcher(uri);
            return option != null ? option : inline.find() ? inline.group(1) : null;
        }
        return SOLE.stream().anyMatch(consumed::startsWith) ? consumed : null;
    }

    /** Returns the URI in Camel's form, without options: {@code direct:x} becomes {@code direct://x}. */
    static String withoutOptions(String uri) {
        if (uri == null) {
            return null;
        }
        String base = uri.indexOf('?') < 0 ? uri : uri.substring(0, uri.indexOf('?'));
        int colon = base.indexOf(':');
        return colon < 0 || base.startsWith("//", colon + 1) ? base : base.substring(0, colon) + "://" + base.substring(colon + 1);
    }

    private static Node member(Node node, String name) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (name.equals(scalar(tuple.getKeyNode()))) {
                    return tuple.getValueNode();
                }
            }
        }
        return null;
    }

    static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : null;
    }

    static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static RouteProblem.Refused problem(String name, int line, int column, String message) {
        return new RouteProblem.Refused(new RouteProblem(name, line, column, message));
    }

    /**
     * One entry of a routes file.
     *
     * @param kind       kind of the entry
     * @param id         id of the route, configuration or template
     * @param uri        endpoint that the route or the template's routes consume from, as {@code scheme://path} without options; null for
     *                   other entries
     * @param sole       endpoint or resource URI that only one route may have; null if several routes may share it
     * @param template   id of the template of a templated route; null for other entries
     * @param parameters template parameters of a generated route; null for other entries
     * @param text       text of the entry in the file; for a generated route, its template and parameters
     * @param line       line of its beginning, from 1; 0 for a generated route
     * @param node       the parsed entry; null for a generated route, and once the entry is loaded, because parsed entries take twenty
     *                   times the memory of their text
     */
    record Item(Kind kind, String id, String uri, String sole, String template, Map<String, String> parameters, String text, int line,
            Node node) {

        enum Kind { ROUTE, CONFIGURATION, TEMPLATE, TEMPLATED }

        static Item of(GeneratedRoutes.Templated route) {
            return new Item(Kind.TEMPLATED, route.routeId(), null, route.parameters().get(GeneratedRoutes.RESOURCE_URI), route.template(),
                    route.parameters(), route.toString(), 0, null);
        }

        /** Returns the entry's key among all files. A route, a template and a configuration may have the same id. */
        String key() {
            return (isRoute() ? "route " : kind + " ") + id;
        }

        /** Whether both are routes of the same endpoint, which has one consumer at a time: the one must stop before the other starts. */
        boolean hasEndpointOf(Item other) {
            return sole != null && other.sole != null && uri != null && uri.equals(other.uri);
        }

        boolean isGenerated() {
            return parameters != null;
        }

        /** Whether the route is a tool, resource or prompt that another system defines. The other routes of its file do without it. */
        boolean isDefinition() {
            return isGenerated() && parameters.containsKey("definition");
        }

        Item withoutNode() {
            return node == null ? this : new Item(kind, id, uri, sole, template, parameters, text, line, null);
        }

        boolean isShared() {
            return kind == Kind.CONFIGURATION || kind == Kind.TEMPLATE;
        }

        boolean isRoute() {
            return !isShared();
        }

        /** Whether both entries are the same, on whatever line they are. */
        boolean sameAs(Item other) {
            return other != null && kind == other.kind && text.equals(other.text);
        }

        /** Returns the text for Camel. Blank lines before the entry keep its line number, so that messages have the right line. */
        String padded() {
            return "\n".repeat(line - 1) + text + "\n";
        }
    }
}
