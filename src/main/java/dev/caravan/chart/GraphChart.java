package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes graphs: nodes with their categories by index, and links between existing nodes. Ids are always text, since ECharts reads a number
 * as a node's position. Nodes and relationships of the graph tools are drawn as they are: a node's name is in its properties, a link is
 * {@code {fromId, toId, type}}.
 */
final class GraphChart {

    private record Node(String name, String category) {
    }

    private final ChartRequest request;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Integer> categories = new LinkedHashMap<>();

    private GraphChart(ChartRequest request) {
        this.request = request;
    }

    static ObjectNode option(ChartRequest request) throws InvalidArgumentException {
        GraphChart chart = new GraphChart(request);
        List<Map<String, Object>> links = links(request.graph(), "links", "source", "target");
        links.addAll(links(request.graph(), "relationships", "fromId", "toId"));
        chart.read(nodes(request.graph()));
        return chart.write(links);
    }

    /** Returns the start node first, as a graph tool answers it apart from its neighbors. */
    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> nodes(Map<String, Object> graph) {
        List<Map<String, Object>> nodes = new ArrayList<>();
        if (graph.get("start") instanceof Map<?, ?> start) {
            nodes.add((Map<String, Object>) start);
        }
        nodes.addAll(rows(graph, "nodes"));
        return nodes;
    }

    /**
     * Returns the links of a list, each as {@code {source, target, label}}. The schema can't say that a link has one pair of ends or the
     * other.
     */
    private static List<Map<String, Object>> links(Map<String, Object> graph, String member, String from, String to)
            throws InvalidArgumentException {
        List<Map<String, Object>> links = new ArrayList<>();
        for (Map<String, Object> given : rows(graph, member)) {
            boolean ofGraph = !given.containsKey("source") && given.containsKey("fromId")
                    || !given.containsKey("target") && given.containsKey("toId");
            Map<String, Object> link = new LinkedHashMap<>();
            String path = "graph." + member + "[" + links.size() + "].";
            link.put("source", end(given, "source", "fromId", path + from));
            link.put("target", end(given, "target", "toId", path + to));
            link.put("label", given.get("label") == null && ofGraph ? given.get("type") : given.get("label"));
            links.add(link);
        }
        return links;
    }

    private static Object end(Map<String, Object> link, String name, String nameInGraph, String path) throws InvalidArgumentException {
        if (!link.containsKey(name) && !link.containsKey(nameInGraph)) {
            throw new InvalidArgumentException(Text.of("argument.required", path));
        }
        return link.getOrDefault(name, link.get(nameInGraph));
    }

    /** Returns a member of a node; of a graph tool's node, its name or title from the properties, and its label as category. */
    private static Object member(Map<String, Object> node, String member) {
        if (node.get(member) != null || !(node.get("properties") instanceof Map<?, ?> properties)) {
            return node.get(member);
        }
        return member.equals("category") ? node.get("label")
                : properties.get("name") == null ? properties.get("title") : properties.get("name");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(Map<String, Object> graph, String member) {
        List<Map<String, Object>> rows = (List<Map<String, Object>>) graph.get(member);
        return rows == null ? List.of() : rows;
    }

    private void read(List<Map<String, Object>> given) {
        for (Map<String, Object> node : given) {
            String id = id(node.get("id"), "id", given.size());
            String name = request.words().text(member(node, "name"), "name", given.size());
            String category = request.words().text(member(node, "category"), "category", given.size());
            if (id.isBlank() && name.isBlank()) {
                request.corrections().count("chart.emptyNode", given.size(), "id", "");
                continue;
            }
            if (id.isBlank()) {
                request.corrections().count("chart.nodeWithoutId", given.size(), "id", name);
                id = name;
            } else if (name.isBlank()) {
                request.corrections().count("chart.nodeWithoutName", given.size(), "name", id);
                name = id;
            }
            if (nodes.putIfAbsent(id, new Node(name, category)) != null) {
                request.corrections().count("chart.repeatedNode", given.size(), "id", id);
            } else if (!category.isBlank()) {
                categories.putIfAbsent(category, categories.size());
            }
        }
    }

    private String id(Object value, String field, int of) {
        if (value instanceof Number) {
            request.corrections().count("chart.becameText", of, field, value);
        }
        return request.words().text(value, field, of);
    }

    private ObjectNode write(List<Map<String, Object>> links) {
        ChartLayout frame = new ChartLayout(request);
        frame.tooltip("item");
        if (!categories.isEmpty()) {
            frame.legend(categories.keySet());
        }
        ObjectNode series = frame.option().putArray("series").addObject().put("type", "graph")
                .put("layout", nodes.size() <= request.limits().forcedNodes() ? "force" : "circular")
                .put("top", frame.top() + 16).put("roam", true).put("draggable", true)
                .put("symbolSize", nodes.size() <= request.limits().largeNodes() ? 28 : 12);
        series.putObject("force").put("repulsion", 160).put("edgeLength", 90);
        series.putObject("label").put("show", nodes.size() <= request.limits().nodeLabels()).put("position", "right");
        if (nodes.size() > request.limits().largeNodes()) {
            series.putObject("labelLayout").put("hideOverlap", true);
        }
        series.putArray("edgeSymbol").add("none").add("arrow");
        series.put("edgeSymbolSize", 7);
        series.putObject("emphasis").put("focus", "adjacency");
        if (!categories.isEmpty()) {
            ArrayNode list = series.putArray("categories");
            categories.keySet().forEach(name -> list.addObject().put("name", name));
        }
        ArrayNode data = series.putArray("data");
        nodes.forEach((id, node) -> add(data, id, node));
        ArrayNode edges = series.putArray("links");
        boolean labelled = false;
        for (Map<String, Object> link : links) {
            labelled |= add(edges, link, links.size());
        }
        if (labelled) {
            // a caller's label becomes the link's value, which ECharts inserts last and does not read again; a formatter would be read as a
            // template
            series.putObject("edgeLabel").put("show", true).put("formatter", "{@value}");
        }
        return frame.option();
    }

    private void add(ArrayNode data, String id, Node node) {
        ObjectNode one = data.addObject().put("id", id).put("name", node.name());
        if (!node.category().isBlank()) {
            one.put("category", categories.get(node.category()));
        }
        if (TextSanitizer.isTemplateLike(node.name())) {
            // ECharts reads a name again after it inserted it with the template {b}, but not after {@value}
            one.put("value", node.name()).putObject("label").put("formatter", "{@value}");
        }
    }

    private boolean add(ArrayNode edges, Map<String, Object> link, int of) {
        String source = id(link.get("source"), "source", of);
        String target = id(link.get("target"), "target", of);
        if (!nodes.containsKey(source) || !nodes.containsKey(target)) {
            request.corrections().count("chart.danglingLink", of, "links", source + " → " + target);
            return false;
        }
        String label = request.words().text(link.get("label"), "label", of);
        ObjectNode edge = edges.addObject().put("source", source).put("target", target);
        if (label.isBlank()) {
            return false;
        }
        edge.put("value", label);
        return true;
    }
}
