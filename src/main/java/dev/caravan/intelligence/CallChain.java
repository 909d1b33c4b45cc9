package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.code.CallResolver.Edge;
import dev.caravan.intelligence.code.ChainSearch;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import dev.caravan.intelligence.index.CodeIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * {@code ci_call_chain}: follows calls from a definition, in CKB's call graph if CKB knows the definition, otherwise in the index's own
 * graph.
 */
@Component("callChain")
public record CallChain(CodeQueries queries, CodeIndex index, ChainSearch chains, Metadata metadata) {

    /** Builds the question for CKB. */
    public CkbQuestion question(@Variable("query") CodeQuery query) {
        return queries.question(query.workspace(), List.of(qualified(symbol(query))), query.arguments().text("direction", "both"),
                depth(query));
    }

    private static String symbol(CodeQuery query) {
        String symbol = query.arguments().text("symbol").strip();
        String file = query.arguments().text("file", "");
        return file.isEmpty() || symbol.contains("#") ? symbol : file + "#" + symbol;
    }

    private static ChainSearch.Direction direction(CodeQuery query) {
        return ChainSearch.Direction.valueOf(query.arguments().text("direction", "both").toUpperCase(Locale.ROOT));
    }

    private static int depth(CodeQuery query) {
        return query.arguments().number("depth", 3);
    }

    /** Returns the {@code Type.method} of {@code path#Type.method(int)}, which CKB may know. */
    private static String qualified(String symbol) {
        return symbol.substring(symbol.indexOf('#') + 1).replaceAll("\\(.*$", "");
    }

    /**
     * Returns the tool's result.
     *
     * @param ckb     null if the route doesn't ask CKB
     * @param graphs  names of call graphs, separated by commas; the first graph that knows the symbol is used
     * @param nodes   maximum number of nodes in the chain
     * @param matches maximum number of other definitions with that name
     * @throws ToolException NOT_FOUND if no graph knows the symbol
     */
    public ObjectNode answer(@Variable("query") CodeQuery query, @Variable("ckb") CkbAnswer ckb, @Variable("graphs") String graphs,
            @Variable("mostNodes") int nodes, @Variable("mostMatches") int matches) throws ToolException {
        CkbAnswer answered = queries.answer(query.workspace(), ckb);
        for (String graph : graphs.split("\\s*,\\s*")) {
            Optional<ChainSearch.Chain> chain = graph.equals(CkbAnswer.GRAPH) ? byCkb(query, answered, nodes) : local(query, nodes);
            if (chain.isPresent()) {
                return result(query, answered, chain.get(), graph, matches);
            }
        }
        throw notFound(query, answered);
    }

    private static Optional<ChainSearch.Chain> byCkb(CodeQuery query, CkbAnswer ckb, int nodes) {
        Map<String, Symbol> symbols = new LinkedHashMap<>();
        ckb.nodes().stream().filter(node -> node.symbolId() != null && node.path() != null && node.line() > 0)
                .forEach(node -> symbols.putIfAbsent(node.symbolId(), symbol(node)));
        Map<String, List<Edge>> callers = new HashMap<>();
        Map<String, List<Edge>> callees = new HashMap<>();
        for (CkbAnswer.CkbEdge edge : ckb.edges()) {
            Symbol from = symbols.get(edge.from());
            Symbol to = symbols.get(edge.to());
            if (from != null && to != null) {
                callees.computeIfAbsent(from.id(), none -> new ArrayList<>()).add(new Edge(to, true, 1));
                callers.computeIfAbsent(to.id(), none -> new ArrayList<>()).add(new Edge(from, true, 1));
            }
        }
        return ckb.nodes().stream().filter(node -> node.distance() == 0 && symbols.containsKey(node.symbolId())).findFirst()
                .map(node -> ChainSearch.grown(asked -> callers, asked -> callees, List.of(symbols.get(node.symbolId())), direction(query),
                        depth(query), nodes));
    }

    private static Symbol symbol(CkbAnswer.CkbNode node) {
        return new Symbol(node.symbolId(), node.path(), node.name(), node.name(), SymbolKind.FUNCTION, "", List.of(), List.of(),
                node.line(), node.line(), node.line(), List.of());
    }

    private Optional<ChainSearch.Chain> local(CodeQuery query, int nodes) {
        return chains.chain(index.graph(query.workspace()), symbol(query), direction(query), depth(query), nodes);
    }

    private ObjectNode result(CodeQuery query, CkbAnswer ckb, ChainSearch.Chain chain, String graph, int most) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("symbol", symbol(query));
        result.set("chain", json(chain.start()));
        if (chain.matches().size() > 1) {
            ArrayNode matches = result.putArray("matches");
            chain.matches().stream().skip(1).limit(most).forEach(matches::add);
        }
        boolean byCkb = graph.equals(CkbAnswer.GRAPH);
        int deepest = nodes(chain.start()).mapToInt(ChainSearch.ChainNode::depth).max().orElse(0);
        ObjectNode said = metadata.of(query, ckb, deepest, !byCkb);
        said.put("graph", byCkb ? graph : Metadata.graph(nodes(chain.start()).map(ChainSearch.ChainNode::symbol)));
        if (chain.truncated()) {
            said.put("truncated", true);
        }
        result.set("metadata", said);
        return result;
    }

    private ToolException notFound(CodeQuery query, CkbAnswer ckb) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("symbol", symbol(query));
        members.putNull("chain");
        members.set("metadata", metadata.of(query, ckb, 0, true));
        List<String> similar = query.state().hasGraph() ? index.similar(query.workspace(), qualified(symbol(query)).replaceFirst(".*\\.",
                "")) : List.of();
        Text why = !query.state().hasGraph() ? CodeQueries.unindexed(query)
                : similar.isEmpty() ? Text.of("intelligence.noSymbol", symbol(query), query.workspace().name())
                        : Text.of("intelligence.similarSymbols", symbol(query), query.workspace().name(), String.join(", ", similar));
        return new ToolException(ErrorCode.NOT_FOUND, why, Map.of(Envelope.Intelligence.MEMBERS, members));
    }

    private static Stream<ChainSearch.ChainNode> nodes(ChainSearch.ChainNode start) {
        return Stream.concat(Stream.of(start), Stream.concat(start.callers().stream(), start.callees().stream()).flatMap(CallChain::nodes));
    }

    private static ObjectNode json(ChainSearch.ChainNode node) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("symbol_id", node.symbol().id()).put("file_path", node.symbol().path()).put("line", node.symbol().line())
                .put("depth", node.depth());
        ArrayNode callers = json.putArray("callers");
        node.callers().forEach(caller -> callers.add(json(caller)));
        ArrayNode callees = json.putArray("callees");
        node.callees().forEach(callee -> callees.add(json(callee)));
        if (node.cycle()) {
            json.put("cycle", true);
        }
        if (!node.edge().certain()) {
            json.put("certain", false).put("candidates", node.edge().candidates());
        }
        return json;
    }
}
