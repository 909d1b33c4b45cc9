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
import dev.caravan.intelligence.code.CallChains;
import dev.caravan.intelligence.index.CodeIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * {@code ci_call_chain}: follows calls from a definition, in CKB's call graph if CKB knows the definition, otherwise in the index's own
 * graph.
 */
@Component("callChain")
public class CallChain {

    private final QueryContext context;
    private final CodeIndex index;
    private final CallChains chains;
    private final Metadata metadata;

    CallChain(QueryContext context, CodeIndex index, CallChains chains, Metadata metadata) {
        this.context = context;
        this.index = index;
        this.chains = chains;
        this.metadata = metadata;
    }

    /** Builds the question for CKB. */
    public CkbQuestion question(@Variable("query") CodeQuery query) {
        return context.question(query.workspace(), List.of(qualified(symbol(query))), query.arguments().text("direction", "both"),
                depth(query));
    }

    private static String symbol(CodeQuery query) {
        return query.arguments().text("symbol").strip();
    }

    private static CallChains.Direction direction(CodeQuery query) {
        return CallChains.Direction.valueOf(query.arguments().text("direction", "both").toUpperCase(Locale.ROOT));
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
        CkbAnswer answered = context.answer(query.workspace(), ckb);
        for (Graphs graph : Graphs.of(graphs)) {
            Optional<CallChains.Chain> chain = graph == Graphs.CKB ? byCkb(query, answered, nodes) : local(query, nodes);
            if (chain.isPresent()) {
                return result(query, answered, chain.get(), graph, matches);
            }
        }
        throw notFound(query, answered);
    }

    private static Optional<CallChains.Chain> byCkb(CodeQuery query, CkbAnswer ckb, int nodes) {
        return ckb.available() && ckb.graph() ? CkbChain.of(ckb, direction(query), depth(query), nodes) : Optional.empty();
    }

    private Optional<CallChains.Chain> local(CodeQuery query, int nodes) {
        return chains.chain(index.graph(query.workspace()), symbol(query), direction(query), depth(query), nodes);
    }

    private ObjectNode result(CodeQuery query, CkbAnswer ckb, CallChains.Chain chain, Graphs graph, int most) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("symbol", symbol(query));
        result.set("chain", json(chain.start()));
        if (chain.matches().size() > 1) {
            ArrayNode matches = result.putArray("matches");
            chain.matches().stream().skip(1).limit(most).forEach(matches::add);
        }
        ObjectNode said = metadata.of(ckb, deepest(chain.start()), query.state().hasGraph());
        said.put("graph", graph.wireName());
        if (graph != Graphs.CKB) {
            metadata.withoutCkb(said, ckb, query.state().hasGraph());
        }
        if (chain.truncated()) {
            said.put("truncated", true);
        }
        metadata.about(said, query);
        result.set("metadata", said);
        return result;
    }

    private ToolException notFound(CodeQuery query, CkbAnswer ckb) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("symbol", symbol(query));
        members.putNull("chain");
        ObjectNode said = metadata.of(ckb, 0, query.state().hasGraph());
        metadata.withoutCkb(said, ckb, query.state().hasGraph());
        metadata.about(said, query);
        members.set("metadata", said);
        List<String> similar = query.state().hasGraph() ? index.similar(query.workspace(), qualified(symbol(query)).replaceFirst(".*\\.",
                "")) : List.of();
        Text why = !query.state().hasGraph() ? context.unindexed(query.workspace(), query.state())
                : similar.isEmpty() ? Text.of("intelligence.noSymbol", symbol(query), query.workspace().name())
                        : Text.of("intelligence.similarSymbols", symbol(query), query.workspace().name(), String.join(", ", similar));
        return new ToolException(ErrorCode.NOT_FOUND, why, Map.of(Envelope.Intelligence.MEMBERS, members));
    }

    private static int deepest(CallChains.ChainNode node) {
        int deepest = node.depth();
        for (List<CallChains.ChainNode> children : List.of(node.callers(), node.callees())) {
            for (CallChains.ChainNode child : children) {
                deepest = Math.max(deepest, deepest(child));
            }
        }
        return deepest;
    }

    private static ObjectNode json(CallChains.ChainNode node) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("symbol_id", node.symbolId()).put("file_path", node.path()).put("line", node.line()).put("depth", node.depth());
        ArrayNode callers = json.putArray("callers");
        node.callers().forEach(caller -> callers.add(json(caller)));
        ArrayNode callees = json.putArray("callees");
        node.callees().forEach(callee -> callees.add(json(callee)));
        if (node.cycle()) {
            json.put("cycle", true);
        }
        if (!node.certain()) {
            json.put("certain", false).put("candidates", node.candidates());
        }
        return json;
    }

    /** Makes a chain from CKB's nodes and edges, starting at the definition in the question. */
    static final class CkbChain {

        private final Map<String, CkbAnswer.CkbNode> nodes = new HashMap<>();
        private final Map<String, List<CkbAnswer.CkbNode>> callers = new HashMap<>();
        private final Map<String, List<CkbAnswer.CkbNode>> callees = new HashMap<>();
        private final int depth;
        private int left;
        private boolean truncated;

        private CkbChain(CkbAnswer ckb, int depth, int most) {
            this.depth = depth;
            this.left = most;
            ckb.nodes().stream().filter(node -> node.symbolId() != null).forEach(node -> nodes.putIfAbsent(node.symbolId(), node));
            for (CkbAnswer.CkbEdge edge : ckb.edges()) {
                CkbAnswer.CkbNode from = nodes.get(edge.from());
                CkbAnswer.CkbNode to = nodes.get(edge.to());
                if (from != null && to != null) {
                    callees.computeIfAbsent(edge.from(), none -> new ArrayList<>()).add(to);
                    callers.computeIfAbsent(edge.to(), none -> new ArrayList<>()).add(from);
                }
            }
        }

        /** Returns empty if CKB did not find the definition, or does not know its position. */
        static Optional<CallChains.Chain> of(CkbAnswer ckb, CallChains.Direction direction, int depth, int most) {
            Optional<CkbAnswer.CkbNode> start = ckb.nodes().stream().filter(node -> node.symbolId() != null && node.distance() == 0
                    && isPlaced(node)).findFirst();
            if (start.isEmpty()) {
                return Optional.empty();
            }
            CkbChain chain = new CkbChain(ckb, depth, most);
            Deque<String> way = new ArrayDeque<>();
            CkbAnswer.CkbNode node = start.get();
            way.push(node.symbolId());
            List<CallChains.ChainNode> up = direction == CallChains.Direction.CALLEES ? List.of()
                    : chain.next(node, way, chain.callers, true, 1);
            List<CallChains.ChainNode> down = direction == CallChains.Direction.CALLERS ? List.of()
                    : chain.next(node, way, chain.callees, false, 1);
            return Optional.of(new CallChains.Chain(new CallChains.ChainNode(node.symbolId(), node.path(), node.line(), 0, up, down, false,
                    true, 1),
                    List.of(node.symbolId()), chain.truncated));
        }

        private static boolean isPlaced(CkbAnswer.CkbNode node) {
            return node.path() != null && node.line() > 0;
        }

        private List<CallChains.ChainNode> next(CkbAnswer.CkbNode from, Deque<String> way, Map<String, List<CkbAnswer.CkbNode>> edges,
                boolean up, int level) {
            List<CallChains.ChainNode> next = new ArrayList<>();
            if (level > depth) {
                return next;
            }
            for (CkbAnswer.CkbNode node : edges.getOrDefault(from.symbolId(), List.of()).stream().filter(CkbChain::isPlaced).distinct()
                    .toList()) {
                if (left == 0) {
                    truncated = true;
                    return next;
                }
                left--;
                boolean cycle = way.contains(node.symbolId());
                way.push(node.symbolId());
                List<CallChains.ChainNode> further = cycle ? List.of() : next(node, way, edges, up, level + 1);
                way.pop();
                next.add(new CallChains.ChainNode(node.symbolId(), node.path(), node.line(), level, up ? further : List.of(), up ? List.of()
                        : further, cycle, true, 1));
            }
            return next;
        }
    }
}
