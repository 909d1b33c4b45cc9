package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.store.Installation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The index of contexts, for the routes in {@code routes/contexts/}. The context 17 is the collection {@code ID:table:17}, where ID is
 * the installation's.
 */
@Component("contextSearch")
public record ContextSearch(SearchIndex index, Installation installation, ObjectMapper mapper) {

    private static final String WARNINGS = "meta.warnings";
    private static final String TABLE = ":table:";
    private static final int USUAL_RESULTS = 5;
    private static final int MOST_RESULTS = 20;

    /** Makes what is indexed at the place equal to the data; a missing node is none. */
    public void sync(@Variable("tableId") long table, @Variable("jsonPath") String place, @Body JsonNode data,
            @Variable("run") IndexProgress progress) throws InterruptedException {
        index.sync(collection(table), place(place), data, progress);
    }

    public void keepOnly(@Variable("tableId") long table, @Variable("places") List<String> places) throws InterruptedException {
        index.keepOnly(collection(table), places.stream().map(ContextSearch::place).toList());
    }

    /** Returns the number of chunks that a search of each context finds, by context id. */
    public Map<Long, Long> found() {
        Map<Long, Long> found = new HashMap<>();
        String prefix = installation.id() + TABLE;
        index.found(prefix).forEach((collection, chunks) -> found.put(Long.valueOf(collection.substring(prefix.length())), chunks));
        return found;
    }

    /**
     * Of the arguments {@code {query, top_k}}: {@code {query, results:[{score, json_path, chunk}]}}, best first.
     *
     * @param rankings to fuse
     */
    public JsonNode search(@Variable("tableId") long table, @Variable("jsonPath") String place,
            @Variable("arguments") JsonNode arguments, @Variable("rankings") SearchIndex.Rankings rankings, Exchange exchange)
            throws InterruptedException, ToolException {
        index.store().needOn();
        JsonNode query = arguments.path("query");
        JsonNode most = arguments.path("top_k");
        if (!query.isTextual() || query.textValue().isBlank()) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("search.query"));
        }
        if (!most.isMissingNode() && !(most.canConvertToInt() && most.isIntegralNumber() && most.intValue() >= 1
                && most.intValue() <= MOST_RESULTS)) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("search.topK", MOST_RESULTS));
        }
        List<SearchIndex.Hit> hits = index.search(collection(table), place(place), query.textValue(), most.isMissingNode() ? USUAL_RESULTS
                : most.intValue(), rankings);
        if (index.embedder().isOff()) {
            List<?> warnings = exchange.getProperty(WARNINGS, List.of(), List.class);
            exchange.setProperty(WARNINGS, Stream.concat(warnings.stream(), Stream.of(Text.of("search.words"))).toList());
        }
        ObjectNode result = mapper.createObjectNode().put("query", query.textValue());
        result.set("results", mapper.valueToTree(hits));
        result.get("results").forEach(hit -> ((ObjectNode) hit.get("chunk")).put("table_id", table));
        return result;
    }

    private String collection(long table) {
        return installation.id() + TABLE + table;
    }

    private static Pointer place(String text) {
        return Pointer.parse(text).orElseThrow();
    }
}
