package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** The arguments of CKB's tools for a question, and what of their answers goes into its answer. */
@Component("ckbDialog")
public class CkbDialog {

    static final String NAME = "ckbName";
    static final String SYMBOL = "ckbSymbol";

    private static final int MOST_SYMBOLS = 10;
    private static final int MOST_REFERENCES = 50;

    private final CkbHealth health;

    CkbDialog(CkbHealth health) {
        this.health = health;
    }

    /** The names to ask for: none where only CKB's state is wanted, or where it has no graph. */
    public List<String> names(@ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return question != null && health.hasGraph() ? question.starts() : List.of();
    }

    /** Of {@code getStatus}. */
    public Map<String, Object> nothing() {
        return Map.of();
    }

    /** Of {@code searchSymbols}. */
    public Map<String, Object> search(@ExchangeProperty(NAME) String name) {
        return Map.of("query", new CkbSymbols(name).query(), "limit", MOST_SYMBOLS);
    }

    /** What the name means; null if CKB has nothing of that name. */
    public CkbSymbol symbol(@Body JsonNode found, @ExchangeProperty(NAME) String name, @ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        CkbSymbol symbol = new CkbSymbols(name).best(found).orElse(null);
        if (symbol != null) {
            request.add(List.of(new CkbNode(symbol.id(), symbol.name(), symbol.path(), symbol.line(), 0, name)));
        }
        return symbol;
    }

    public boolean hasGraph(@ExchangeProperty(SYMBOL) CkbSymbol symbol) {
        return symbol != null && symbol.hasGraph();
    }

    /** Of {@code getCallGraph}. */
    public Map<String, Object> callGraph(@ExchangeProperty(SYMBOL) CkbSymbol symbol, @ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return Map.of("symbolId", symbol.id(), "direction", question.direction(), "depth", Math.min(question.depth(), CkbQuestion.DEEPEST));
    }

    public void takeCallGraph(@Body JsonNode data, @ExchangeProperty(SYMBOL) CkbSymbol symbol,
            @ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question, @ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        CkbCallGraph graph = new CkbCallGraph(symbol, data);
        request.add(graph.nodes(question.direction()));
        request.addCalls(graph.edges());
    }

    /** Whether what uses a symbol is wanted, and not only what it uses. */
    public boolean wantsUses(@ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return !question.direction().equals("callees");
    }

    /** Of {@code findReferences}. */
    public Map<String, Object> references(@ExchangeProperty(SYMBOL) CkbSymbol symbol) {
        return Map.of("symbolId", symbol.id(), "limit", MOST_REFERENCES);
    }

    /** Each place once, and none where a node is that has a symbol. */
    public void takeReferences(@Body JsonNode data, @ExchangeProperty(SYMBOL) CkbSymbol symbol, @ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        Set<String> known = new HashSet<>();
        request.nodes().stream().filter(node -> node.start().equals(symbol.start())).forEach(node -> known.add(node.path() + ":" + node.line()));
        List<CkbNode> uses = new ArrayList<>();
        for (JsonNode reference : data.path("references")) {
            String path = reference.at("/location/fileId").asText("");
            int line = reference.at("/location/startLine").asInt();
            if (!path.isEmpty() && !reference.path("kind").asText().equals("definition") && known.add(path + ":" + line)) {
                uses.add(new CkbNode(null, null, path, line, 1, symbol.start()));
            }
        }
        request.add(uses);
    }

    public CkbAnswer answer(@ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        return CkbAnswer.of(health.hasGraph(), request.nodes(), request.edges());
    }
}
