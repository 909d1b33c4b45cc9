package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answer of {@code getCallGraph} about one symbol. CKB reports 2 for every distance above 1, so this class counts the distances itself. */
final class CkbCallGraph {

    private final CkbSymbol symbol;
    private final Map<String, JsonNode> nodes = new LinkedHashMap<>();
    private final List<CkbEdge> edges = new ArrayList<>();
    private String root;

    CkbCallGraph(CkbSymbol symbol, JsonNode data) {
        this.symbol = symbol;
        this.root = symbol.id();
        for (JsonNode node : data.path("nodes")) {
            String id = node.path("id").asText();
            nodes.put(id, node);
            if (node.path("role").asText().equals("root")) {
                root = id;
            }
        }
        for (JsonNode edge : data.path("edges")) {
            edges.add(new CkbEdge(edge.path("from").asText(), edge.path("to").asText()));
        }
    }

    /** Returns all nodes except the symbol itself. */
    List<CkbNode> nodes(String direction) {
        Map<String, Integer> distances = distances(direction);
        List<CkbNode> found = new ArrayList<>();
        nodes.forEach((id, node) -> {
            if (!id.equals(root)) {
                int distance = distances.getOrDefault(id, Math.max(1, node.path("depth").asInt()));
                found.add(new CkbNode(symbolId(id), node.path("name").asText(null), node.at("/location/fileId").asText(null),
                        node.at("/location/startLine").asInt(), distance, symbol.start()));
            }
        });
        return found;
    }

    /** Returns the calls, with symbol ids in place of CKB's node ids. */
    List<CkbEdge> edges() {
        return edges.stream().map(edge -> new CkbEdge(symbolId(edge.from()), symbolId(edge.to()))).toList();
    }

    private String symbolId(String id) {
        if (id.equals(root)) {
            return symbol.id();
        }
        return nodes.containsKey(id) ? nodes.get(id).path("symbolId").asText(id) : id;
    }

    /** Counts distances against the calls for callers, along them for callees, and in both ways for both. */
    private Map<String, Integer> distances(String direction) {
        Map<String, List<String>> next = new HashMap<>();
        for (CkbEdge edge : edges) {
            if (!direction.equals("callers")) {
                next.computeIfAbsent(edge.from(), from -> new ArrayList<>()).add(edge.to());
            }
            if (!direction.equals("callees")) {
                next.computeIfAbsent(edge.to(), to -> new ArrayList<>()).add(edge.from());
            }
        }
        Map<String, Integer> distances = new HashMap<>(Map.of(root, 0));
        Deque<String> reached = new ArrayDeque<>(List.of(root));
        while (!reached.isEmpty()) {
            String id = reached.remove();
            for (String neighbour : next.getOrDefault(id, List.of())) {
                if (distances.putIfAbsent(neighbour, distances.get(id) + 1) == null) {
                    reached.add(neighbour);
                }
            }
        }
        return distances;
    }
}
