package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Makes the arguments of CKB's tools for a question, and collects its answer from theirs. */
@Component("ckbDialog")
public record CkbDialog(CkbState state, StrictJson json) {

    private static final int MOST_SYMBOLS = 10;
    private static final int MOST_REFERENCES = 50;

    /** The names to ask for: none where only CKB's state is wanted, or where it has no graph. */
    public List<String> names(@Variable("ckbQuestion") CkbQuestion question) {
        return question != null && state.hasGraph() ? question.starts() : List.of();
    }

    /** Returns the arguments of {@code getStatus}: none. */
    public Map<String, Object> nothing() {
        return Map.of();
    }

    /** Of {@code searchSymbols}. */
    public Map<String, Object> search(@Variable("ckbName") String name) {
        return Map.of("query", new CkbSymbols(name).query(), "limit", MOST_SYMBOLS);
    }

    /** What the name means; null if CKB has nothing of that name. */
    public CkbSymbol symbol(@Body JsonNode found, @Variable("ckbName") String name, @Variable("ckbRequest") CkbRequest request) {
        CkbSymbol symbol = new CkbSymbols(name).best(found).orElse(null);
        if (symbol != null) {
            request.nodes.add(new CkbAnswer.CkbNode(symbol.id(), symbol.name(), symbol.path(), symbol.line(), 0, name));
        }
        return symbol;
    }

    public boolean hasGraph(@Variable("ckbSymbol") CkbSymbol symbol) {
        return symbol != null && symbol.hasGraph();
    }

    /** Of {@code getCallGraph}. */
    public Map<String, Object> callGraph(@Variable("ckbSymbol") CkbSymbol symbol, @Variable("ckbQuestion") CkbQuestion question) {
        return Map.of("symbolId", symbol.id(), "direction", question.direction(), "depth", Math.min(question.depth(), CkbQuestion.DEEPEST));
    }

    public void takeCallGraph(@Body JsonNode data, @Variable("ckbSymbol") CkbSymbol symbol,
            @Variable("ckbQuestion") CkbQuestion question, @Variable("ckbRequest") CkbRequest request) {
        CkbCallGraph graph = new CkbCallGraph(symbol, data);
        request.nodes.addAll(graph.nodes(question.direction()));
        request.edges.addAll(graph.edges());
    }

    /** Whether what uses a symbol is wanted, and not only what it uses. */
    public boolean wantsUses(@Variable("ckbQuestion") CkbQuestion question) {
        return !question.direction().equals("callees");
    }

    /** Of {@code findReferences}. */
    public Map<String, Object> references(@Variable("ckbSymbol") CkbSymbol symbol) {
        return Map.of("symbolId", symbol.id(), "limit", MOST_REFERENCES);
    }

    /** Each place once, and none where a node is that has a symbol. */
    public void takeReferences(@Body JsonNode data, @Variable("ckbSymbol") CkbSymbol symbol, @Variable("ckbRequest") CkbRequest request) {
        Set<String> known = new HashSet<>();
        request.nodes.stream().filter(node -> node.start().equals(symbol.start()))
                .forEach(node -> known.add(node.path() + ":" + node.line()));
        for (JsonNode reference : data.path("references")) {
            String path = reference.at("/location/fileId").asText("");
            int line = reference.at("/location/startLine").asInt();
            if (!path.isEmpty() && !reference.path("kind").asText().equals("definition") && known.add(path + ":" + line)) {
                request.nodes.add(new CkbAnswer.CkbNode(null, null, path, line, 1, symbol.start()));
            }
        }
    }

    public CkbAnswer answer(@Variable("ckbRequest") CkbRequest request) {
        return CkbAnswer.of(state.hasGraph(), List.copyOf(request.nodes), List.copyOf(request.edges));
    }

    /**
     * Returns the data of a {@code CallToolResult}: CKB answers one text with a JSON object that has {@code data}, or {@code error} for a
     * failure. CKB does not set {@code isError}.
     */
    public JsonNode data(@Body JsonNode result) throws UpstreamException {
        JsonNode envelope = read(result.at("/content/0/text").asText());
        JsonNode error = envelope.path("error");
        if (!error.isMissingNode() && !error.isNull()) {
            throw new UpstreamException("CKB reports: " + (error.isTextual() ? error.textValue() : error.toString()));
        }
        if (!envelope.path("data").isObject()) {
            throw new UpstreamException("CKB's answer has no data");
        }
        return envelope.get("data");
    }

    private JsonNode read(String text) throws UpstreamException {
        try {
            JsonNode envelope = json.read(text.getBytes(StandardCharsets.UTF_8));
            if (envelope.isObject()) {
                return envelope;
            }
        } catch (MalformedJsonException e) {
            throw new UpstreamException("CKB's answer is not an envelope: " + e.getMessage());
        }
        throw new UpstreamException("CKB's answer is not an envelope");
    }

    /**
     * The answer of {@code getCallGraph} about one symbol. CKB reports 2 for every distance above 1, so this class counts the distances
     * itself.
     */
    static final class CkbCallGraph {

        private final CkbSymbol symbol;
        private final Map<String, JsonNode> nodes = new LinkedHashMap<>();
        private final List<CkbAnswer.CkbEdge> edges = new ArrayList<>();
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
                edges.add(new CkbAnswer.CkbEdge(edge.path("from").asText(), edge.path("to").asText()));
            }
        }

        /** Returns all nodes except the symbol itself. */
        List<CkbAnswer.CkbNode> nodes(String direction) {
            Map<String, Integer> distances = distances(direction);
            List<CkbAnswer.CkbNode> found = new ArrayList<>();
            nodes.forEach((id, node) -> {
                if (!id.equals(root)) {
                    int distance = distances.getOrDefault(id, Math.max(1, node.path("depth").asInt()));
                    found.add(new CkbAnswer.CkbNode(symbolId(id), node.path("name").asText(null), node.at("/location/fileId").asText(null),
                            node.at("/location/startLine").asInt(), distance, symbol.start()));
                }
            });
            return found;
        }

        /** Returns the calls, with symbol ids in place of CKB's node ids. */
        List<CkbAnswer.CkbEdge> edges() {
            return edges.stream().map(edge -> new CkbAnswer.CkbEdge(symbolId(edge.from()), symbolId(edge.to()))).toList();
        }

        private String symbolId(String id) {
            if (id.equals(root)) {
                return symbol.id();
            }
            return nodes.containsKey(id) ? nodes.get(id).path("symbolId").asText(id) : id;
        }

        /** Counts distances against the calls for callers, along them for callees, and in both ways for both. */
        private Map<String, Integer> distances(String direction) {
            Map<String, Integer> distances = new HashMap<>(Map.of(root, 0));
            for (int at = 0; distances.containsValue(at); at++) {
                Integer reached = at;
                for (CkbAnswer.CkbEdge edge : edges) {
                    if (!direction.equals("callers") && reached.equals(distances.get(edge.from()))) {
                        distances.putIfAbsent(edge.to(), at + 1);
                    }
                    if (!direction.equals("callees") && reached.equals(distances.get(edge.to()))) {
                        distances.putIfAbsent(edge.from(), at + 1);
                    }
                }
            }
            return distances;
        }
    }

    /** Finds the symbol that a name such as {@code save}, {@code Orders.save} or {@code shop::Orders#save()} means. */
    static final class CkbSymbols {

        private static final String BETWEEN = "[^\\p{L}\\p{N}_$]+";

        private final String start;
        private final List<String> words;

        CkbSymbols(String start) {
            this.start = start;
            this.words = words(start);
        }

        /** Returns what CKB should search: the simple name. */
        String query() {
            return words.isEmpty() ? start : words.get(words.size() - 1);
        }

        /**
         * Returns the best result of {@code searchSymbols}: the one with this name, ignoring case if necessary, preferably in the type
         * that the name contains.
         */
        Optional<CkbSymbol> best(JsonNode found) {
            return StreamSupport.stream(found.path("symbols").spliterator(), false)
                    .filter(symbol -> query().equalsIgnoreCase(name(symbol)) && !symbol.path("stableId").asText().isEmpty())
                    .min(Comparator.comparing((JsonNode symbol) -> !query().equals(name(symbol)))
                            .thenComparing(symbol -> -ownersIn(symbol))
                            .thenComparing(symbol -> !symbol(symbol).hasGraph()))
                    .map(this::symbol);
        }

        private CkbSymbol symbol(JsonNode symbol) {
            return new CkbSymbol(start, symbol.get("stableId").asText(), symbol.path("name").asText(),
                    symbol.at("/location/fileId").asText(null),
                    symbol.at("/location/startLine").asInt());
        }

        private static String name(JsonNode symbol) {
            List<String> words = words(symbol.path("name").asText());
            return words.isEmpty() ? "" : words.get(words.size() - 1);
        }

        private long ownersIn(JsonNode symbol) {
            List<String> told = words(String.join(" ", symbol.path("stableId").asText(), symbol.path("containerName").asText(),
                    symbol.path("moduleId").asText(),
                    symbol.path("name").asText(), symbol.at("/location/fileId").asText()));
            return words.subList(0, Math.max(0, words.size() - 1)).stream().filter(told::contains).count();
        }

        /** Splits the text into words, without parameters. */
        private static List<String> words(String text) {
            int parameters = text.indexOf('(');
            String name = parameters > 0 ? text.substring(0, parameters) : text;
            return Arrays.stream(name.split(BETWEEN)).filter(word -> !word.isEmpty()).toList();
        }
    }

    /**
     * The symbol that CKB found for a name.
     *
     * @param start the name in the question
     * @param path  null if unknown
     * @param line  0 if unknown
     */
    record CkbSymbol(String start, String id, String name, String path, int line) {

        /** Prefix of symbols that CKB found without an index of calls. */
        private static final String NO_GRAPH = "ts-";

        boolean hasGraph() {
            return !id.startsWith(NO_GRAPH);
        }
    }
}
