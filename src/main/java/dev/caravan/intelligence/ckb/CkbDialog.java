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

/** Makes the arguments of CKB's tools for a question, and collects its answer from theirs. */
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

    /** Returns the names to ask for; none if only CKB's state is wanted, or CKB has no graph. */
    public List<String> names(@ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return question != null && health.hasGraph() ? question.starts() : List.of();
    }

    /** Returns the arguments of {@code getStatus}: none. */
    public Map<String, Object> nothing() {
        return Map.of();
    }

    /** Returns the arguments of {@code searchSymbols}. */
    public Map<String, Object> search(@ExchangeProperty(NAME) String name) {
        return Map.of("query", new CkbSymbols(name).query(), "limit", MOST_SYMBOLS);
    }

    /** Returns the symbol that the name means; null if CKB finds none. */
    public CkbSymbol symbol(@Body JsonNode found, @ExchangeProperty(NAME) String name, @ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        CkbSymbol symbol = new CkbSymbols(name).best(found).orElse(null);
        if (symbol != null) {
            request.add(List.of(new CkbNode(symbol.id(), symbol.name(), symbol.path(), symbol.line(), 0, name)));
        }
        return symbol;
    }

    /** Whether CKB found the symbol in an index of calls. */
    public boolean hasGraph(@ExchangeProperty(SYMBOL) CkbSymbol symbol) {
        return symbol != null && symbol.hasGraph();
    }

    /** Returns the arguments of {@code getCallGraph}. */
    public Map<String, Object> callGraph(@ExchangeProperty(SYMBOL) CkbSymbol symbol, @ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return Map.of("symbolId", symbol.id(), "direction", question.direction(), "depth", Math.min(question.depth(), CkbQuestion.DEEPEST));
    }

    public void takeCallGraph(@Body JsonNode data, @ExchangeProperty(SYMBOL) CkbSymbol symbol,
            @ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question, @ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        CkbCallGraph graph = new CkbCallGraph(symbol, data);
        request.add(graph.nodes(question.direction()));
        request.addCalls(graph.edges());
    }

    /** Whether the question asks for uses of a symbol, not only for what it uses. */
    public boolean wantsUses(@ExchangeProperty(CkbQuestion.PROPERTY) CkbQuestion question) {
        return !question.direction().equals("callees");
    }

    /** Returns the arguments of {@code findReferences}. */
    public Map<String, Object> references(@ExchangeProperty(SYMBOL) CkbSymbol symbol) {
        return Map.of("symbolId", symbol.id(), "limit", MOST_REFERENCES);
    }

    /** Adds each place once, except places that already have a node with a symbol. */
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

    /** Returns the answer to a question, from everything that its steps found. */
    public CkbAnswer answer(@ExchangeProperty(CkbRequests.TURN) CkbRequest request) {
        return CkbAnswer.of(health.hasGraph(), request.nodes(), request.edges());
    }
}
