package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.IntelligenceEnvelope;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.code.CallChains;
import dev.caravan.intelligence.code.Chain;
import dev.caravan.intelligence.code.ChainNode;
import dev.caravan.intelligence.code.Direction;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.Workspace;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** {@code ci_call_chain}: follows calls from a definition, in CKB's call graph if CKB knows the definition, otherwise in the index's own graph. */
@Component("callChain")
public class CallChain {

    private static final String SOUGHT = "callChain";
    private static final int MOST_NODES = 500;
    private static final int MOST_MATCHES = 20;

    private final QueryContext query;
    private final CodeIndex index;
    private final CallChains chains;
    private final Metadata metadata;

    CallChain(QueryContext query, CodeIndex index, CallChains chains, Metadata metadata) {
        this.query = query;
        this.index = index;
        this.chains = chains;
        this.metadata = metadata;
    }

    /** A request while it is processed. */
    record Sought(IntelligenceArguments arguments, Workspace workspace, IndexState state, long begun) {

        String symbol() {
            return arguments.text("symbol").strip();
        }

        Direction direction() {
            return Direction.valueOf(arguments.text("direction", "both").toUpperCase(Locale.ROOT));
        }

        int depth() {
            return arguments.number("depth", 3);
        }
    }

    /** Prepares the question for CKB. */
    public void seek(Exchange exchange, @Body Map<String, Object> given) throws ToolException {
        IntelligenceArguments arguments = new IntelligenceArguments(given);
        Workspace workspace = query.workspace(arguments);
        Sought sought = new Sought(arguments, workspace, query.state(workspace), System.nanoTime());
        exchange.setProperty(SOUGHT, sought);
        exchange.setProperty(CkbQuestion.PROPERTY, query.question(workspace, List.of(qualified(sought.symbol())), arguments.text("direction", "both"), sought.depth()));
    }

    /** Returns the {@code Type.method} of {@code path#Type.method(int)}, which CKB may know. */
    private static String qualified(String symbol) {
        return symbol.substring(symbol.indexOf('#') + 1).replaceAll("\\(.*$", "");
    }

    /** Returns the tool's result. */
    public ObjectNode answer(@ExchangeProperty(SOUGHT) Sought sought, @ExchangeProperty(CkbAnswer.PROPERTY) CkbAnswer answered) throws ToolException {
        CkbAnswer ckb = query.answer(sought.workspace(), answered);
        Optional<Chain> byCkb = ckb.available() && ckb.graph() ? CkbChain.of(ckb, sought.direction(), sought.depth(), MOST_NODES) : Optional.empty();
        Optional<Chain> chain = byCkb.isPresent() ? byCkb
                : chains.chain(index.graph(sought.workspace()), sought.symbol(), sought.direction(), sought.depth(), MOST_NODES);
        if (chain.isEmpty()) {
            throw notFound(sought, ckb);
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("symbol", sought.symbol());
        result.set("chain", json(chain.get().start()));
        if (chain.get().matches().size() > 1) {
            ArrayNode matches = result.putArray("matches");
            chain.get().matches().stream().skip(1).limit(MOST_MATCHES).forEach(matches::add);
        }
        ObjectNode said = metadata.of(ckb, deepest(chain.get().start()), sought.state().hasGraph());
        said.put("graph", byCkb.isPresent() ? "ckb" : "local");
        if (byCkb.isEmpty()) {
            metadata.withoutCkb(said, ckb, sought.state().hasGraph());
        }
        if (chain.get().truncated()) {
            said.put("truncated", true);
        }
        metadata.about(said, sought.workspace(), sought.state(), sought.begun());
        result.set("metadata", said);
        return result;
    }

    private ToolException notFound(Sought sought, CkbAnswer ckb) throws ToolException {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("symbol", sought.symbol());
        members.putNull("chain");
        ObjectNode said = metadata.of(ckb, 0, sought.state().hasGraph());
        metadata.withoutCkb(said, ckb, sought.state().hasGraph());
        metadata.about(said, sought.workspace(), sought.state(), sought.begun());
        members.set("metadata", said);
        Text why = sought.state().hasGraph() ? Text.of("intelligence.noSymbol", sought.symbol(), sought.workspace().name()) : query.unindexed(sought.workspace(), sought.state());
        return new ToolException(ErrorCode.NOT_FOUND, why, Map.of(IntelligenceEnvelope.MEMBERS, members));
    }

    private static int deepest(ChainNode node) {
        int deepest = node.depth();
        for (List<ChainNode> children : List.of(node.callers(), node.callees())) {
            for (ChainNode child : children) {
                deepest = Math.max(deepest, deepest(child));
            }
        }
        return deepest;
    }

    private static ObjectNode json(ChainNode node) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("symbol_id", node.symbolId()).put("file_path", node.path()).put("line", node.line()).put("depth", node.depth());
        ArrayNode callers = json.putArray("callers");
        node.callers().forEach(caller -> callers.add(json(caller)));
        ArrayNode callees = json.putArray("callees");
        node.callees().forEach(callee -> callees.add(json(callee)));
        if (node.cycle()) {
            json.put("cycle", true);
        }
        return json;
    }
}
