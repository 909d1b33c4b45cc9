package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the tools of {@link FakeCkb} answer from its symbols, in CKB's envelope. */
final class FakeCkbAnswers {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_NODES = 100;

    private final Map<String, JsonNode> symbols = new LinkedHashMap<>();
    private final JsonNode references;

    /** @param file as {@link FakeCkb} says */
    FakeCkbAnswers(JsonNode file) {
        file.path("symbols").forEach(symbol -> symbols.put(symbol.get("id").asText(), symbol));
        references = file.path("references");
    }

    ObjectNode status(boolean scip, boolean healthy) {
        ObjectNode data = JSON.createObjectNode().put("status", healthy ? "healthy" : "unhealthy").put("healthy", healthy);
        ArrayNode backends = data.putArray("backends");
        backends.addObject().put("id", "scip").put("available", scip).put("healthy", scip)
                .put("details", scip ? "Symbols: " + symbols.size() : "Index not found.")
                .putArray("capabilities").add("symbol-search").add("find-references");
        backends.addObject().put("id", "lsp").put("available", !healthy).put("healthy", false).put("details", "").putArray("capabilities")
                .add("symbol-search");
        backends.addObject().put("id", "git").put("available", true).put("healthy", true).put("details", "Ready").putArray("capabilities")
                .add("blame");
        data.putObject("cache").put("sizeBytes", 0).put("queriesCached", 0).put("viewsCached", 0).put("hitRate", 0.0);
        data.putObject("repoState").put("dirty", false).put("repoStateId", "r1").put("headCommit", "dd72337");
        data.putObject("preset").put("active", "core").put("exposed", 14).put("total", 76).put("expanded", false);
        return enveloped(data, "git");
    }

    ObjectNode search(JsonNode arguments, boolean scip) {
        if (!arguments.path("query").isTextual()) {
            return failed("missing or invalid 'query' parameter");
        }
        String query = arguments.get("query").asText();
        int limit = arguments.path("limit").asInt(20);
        List<JsonNode> found = symbols.values().stream()
                .filter(symbol -> symbol.get("name").asText().toLowerCase(Locale.ROOT).contains(query.toLowerCase(Locale.ROOT))).toList();
        ObjectNode data = JSON.createObjectNode();
        ArrayNode list = data.putArray("symbols");
        for (JsonNode symbol : found.subList(0, Math.min(limit, found.size()))) {
            String id = symbol.get("id").asText();
            ObjectNode one = list.addObject().put("stableId", scip ? id : "ts-%016x".formatted((long) id.hashCode() & 0xffffffffL))
                    .put("name", symbol.get("name").asText())
                    .put("kind", symbol.path("kind").asText("function")).put("score", 1.0);
            if (symbol.has("container")) {
                one.put("containerName", symbol.get("container").asText());
            }
            one.putObject("location").put("fileId", symbol.get("path").asText()).put("startLine", symbol.get("line").asInt())
                    .put("startColumn", 1);
        }
        return enveloped(data.put("totalCount", found.size()), scip ? "scip" : "treesitter");
    }

    ObjectNode callGraph(JsonNode arguments) {
        String id = arguments.path("symbolId").asText();
        return symbols.containsKey(id)
                ? callGraph(id, arguments.path("direction").asText("both"), Math.min(4, Math.max(1, arguments.path("depth").asInt(1))))
                : failed("getCallGraph failed: symbol not found: " + id);
    }

    /** As CKB does: the root has no location, and 2 is the depth of all that is not called directly. */
    private ObjectNode callGraph(String root, String direction, int depth) {
        ObjectNode data = JSON.createObjectNode().put("ckbVersion", "7.5.0").put("schemaVersion", 1).put("tool", "getCallGraph");
        data.putObject("resolved").put("symbolId", root).put("resolvedFrom", "id").put("confidence", 1.0);
        data.put("root", root);
        ArrayNode nodes = data.putArray("nodes");
        nodes.addObject().put("id", root).put("symbolId", root).put("name", symbols.get(root).get("name").asText()).put("depth", 0)
                .put("role", "root").put("score", 1.0);
        Map<String, String> roles = new LinkedHashMap<>();
        Set<List<String>> edges = new LinkedHashSet<>();
        if (!direction.equals("callees")) {
            walk(root, depth, true, roles, edges);
        }
        if (!direction.equals("callers")) {
            walk(root, depth, false, roles, edges);
        }
        roles.forEach((id, role) -> {
            JsonNode symbol = symbols.get(id);
            boolean direct = !role.equals("transitive");
            ObjectNode node = nodes.addObject().put("id", id).put("symbolId", id).put("name", symbol.get("name").asText());
            node.putObject("location").put("fileId", symbol.get("path").asText()).put("startLine", symbol.get("line").asInt())
                    .put("startColumn", 1);
            node.put("depth", direct ? 1 : 2).put("role", role).put("score", direct ? 1.0 : 0.5);
        });
        ArrayNode list = data.putArray("edges");
        edges.forEach(edge -> list.addObject().put("from", edge.get(0)).put("to", edge.get(1)));
        return enveloped(data, "scip");
    }

    private void walk(String root, int depth, boolean callers, Map<String, String> roles, Set<List<String>> edges) {
        Map<String, Integer> distances = new LinkedHashMap<>(Map.of(root, 0));
        Deque<String> reached = new ArrayDeque<>(List.of(root));
        while (!reached.isEmpty()) {
            String id = reached.remove();
            int distance = distances.get(id) + 1;
            for (String next : distance > depth ? Set.<String>of() : callers ? callers(id) : callees(id)) {
                edges.add(callers ? List.of(next, id) : List.of(id, next));
                if (distances.size() < MOST_NODES && distances.putIfAbsent(next, distance) == null) {
                    reached.add(next);
                    roles.putIfAbsent(next, distance > 1 ? "transitive" : callers ? "caller" : "callee");
                }
            }
        }
    }

    private Set<String> callees(String id) {
        Set<String> callees = new TreeSet<>();
        symbols.get(id).path("calls").forEach(call -> callees.add(call.get("to").asText()));
        callees.retainAll(symbols.keySet());
        return callees;
    }

    private Set<String> callers(String id) {
        return symbols.keySet().stream().filter(caller -> callees(caller).contains(id)).collect(Collectors.toCollection(TreeSet::new));
    }

    ObjectNode references(JsonNode arguments) {
        String id = arguments.path("symbolId").asText();
        return symbols.containsKey(id) ? uses(id, arguments.path("limit").asInt(100), arguments.path("includeTests").asBoolean())
                : failed("find references failed: symbol not found: " + id);
    }

    private ObjectNode uses(String id, int limit, boolean withTests) {
        ArrayNode uses = JSON.createArrayNode();
        for (JsonNode symbol : symbols.values()) {
            for (JsonNode call : symbol.path("calls")) {
                if (call.get("to").asText().equals(id)) {
                    use(uses, "call", symbol.get("path").asText(), call.get("line").asInt(), false);
                }
            }
        }
        for (JsonNode reference : references) {
            if (reference.get("symbol").asText().equals(id) && (withTests || !reference.path("test").asBoolean())) {
                use(uses, reference.path("kind").asText("reference"), reference.get("path").asText(), reference.get("line").asInt(),
                        reference.path("test").asBoolean());
            }
        }
        ObjectNode data = JSON.createObjectNode().put("totalCount", uses.size());
        while (uses.size() > limit) {
            uses.remove(uses.size() - 1);
        }
        data.set("references", uses);
        return enveloped(data, "scip");
    }

    private static void use(ArrayNode uses, String kind, String path, int line, boolean test) {
        uses.addObject().put("kind", kind).put("isTest", test).put("context", "// Context at " + path + ":" + line + ":1")
                .putObject("location").put("fileId", path).put("startLine", line).put("startColumn", 1).put("endLine", line)
                .put("endColumn", 2);
    }

    private static ObjectNode enveloped(ObjectNode data, String backend) {
        ObjectNode envelope = JSON.createObjectNode().put("schemaVersion", "1.0");
        envelope.set("data", data);
        ObjectNode meta = envelope.putObject("meta");
        meta.putObject("confidence").put("score", 0.95).put("tier", "high").putArray("reasons");
        meta.putObject("provenance").put("repoStateId", "r1").putArray("backends").add(backend);
        envelope.putArray("warnings");
        envelope.putNull("error");
        envelope.putArray("suggestedNextCalls");
        return text(envelope.toString());
    }

    static ObjectNode failed(String error) {
        return text(JSON.createObjectNode().put("schemaVersion", "1.0").putNull("data").put("error", error).toString());
    }

    static ObjectNode text(String text) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
