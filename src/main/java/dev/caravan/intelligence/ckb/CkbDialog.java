package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Makes the arguments of CKB's tools for a question, and collects its answer from theirs. */
@Component("ckbDialog")
public class CkbDialog {

    private static final int MOST_SYMBOLS = 10;
    private static final int MOST_REFERENCES = 50;

    private final CkbHealth health;

    CkbDialog(CkbHealth health) {
        this.health = health;
    }

    /** The names to ask for: none where only CKB's state is wanted, or where it has no graph. */
    public List<String> names(@Variable("ckbQuestion") CkbQuestion question) {
        return question != null && health.hasGraph() ? question.starts() : List.of();
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
            request.add(List.of(new CkbNode(symbol.id(), symbol.name(), symbol.path(), symbol.line(), 0, name)));
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
        request.add(graph.nodes(question.direction()));
        request.addCalls(graph.edges());
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

    public CkbAnswer answer(@Variable("ckbRequest") CkbRequest request) {
        return CkbAnswer.of(health.hasGraph(), request.nodes(), request.edges());
    }
}
