package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.opensearch.OpenSearchDriver.OpenSearchDatabase;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Translates the arguments of {@code db_query} into an OpenSearch search, and shapes its hits. */
@Component("openSearchCalls")
public class OpenSearch {

    /** The number of matches, as far as the search counted them. */
    private static final String TOTAL = "/hits/total/value";

    private final OpenSearchDriver databases;

    OpenSearch(OpenSearchDriver databases) {
        this.databases = databases;
    }

    /** Looks up the index of a query tool's arguments, and translates their filters. */
    public OpenSearchCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        return OpenSearchCall.on(databases.get(name), arguments, true);
    }

    /**
     * Translates the arguments into a search for a page of the matches. If the page begins beyond the result window, the search returns no
     * hits.
     */
    public OpenSearchRequest search(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) OpenSearchCall call,
            Exchange exchange) throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange);
        call.page(page, page.limit());
        ObjectNode body = call.body(call.database.limit());
        call.cursor = arguments.containsKey(Cursors.AFTER);
        body.put("size", isBeyondWindow(call) ? 0 : page.limit() + (call.cursor ? 1 : 0));
        if (call.cursor) {
            body.put("track_total_hits", false);
        } else if (!page.counted()) {
            body.put("track_total_hits", page.next()); // a row after the page could be beyond the result window
        } else {
            body.put("track_total_hits", call.isOfOneId());
        }
        if (!isBeyondWindow(call)) {
            body.put("from", page.offset());
        }
        ArrayNode columns = body.putObject("_source").putArray("includes");
        for (String column : page.columns()) {
            columns.add(call.field(column).path());
        }
        ArrayNode sort = body.putArray("sort");
        for (PageSpec.Order by : page.order()) {
            sort.add(order(call, by));
        }
        if (!call.cursor) {
            sort.add("_seq_no"); // a stable order, so that pages do not overlap
        } else if (arguments.get(Cursors.AFTER) != null) {
            body.set("search_after", OpenSearchRequest.JSON.valueToTree(arguments.get(Cursors.AFTER)));
        }
        return call.search(body, "");
    }

    private static ObjectNode order(OpenSearchCall call, PageSpec.Order by) throws Exception {
        OpenSearchField field = call.field(by.column());
        if (field.kind() == OpenSearchField.Kind.OBJECT || field.type().startsWith("disabled")) {
            throw DatabaseFailure.query("database.search.notSearchable", by.column(), field.path(), field.type());
        }
        if (field.compared() == null) {
            throw DatabaseFailure.query("database.search.noExactText", by.column(), field.path());
        }
        ObjectNode order = OpenSearchRequest.JSON.createObjectNode();
        ObjectNode how = order.putObject(field.compared()).put("order", by.descending() ? "desc" : "asc");
        if (field.kind() != OpenSearchField.Kind.ID) {
            how.put("missing", by.descending() ? "_first" : "_last");
        }
        if (call.index.several() && field.kind() != OpenSearchField.Kind.ID) {
            how.put("unmapped_type", field.kind() == OpenSearchField.Kind.TEXT ? "keyword"
                    : field.kind() == OpenSearchField.Kind.SCALED ? "double" : field.type());
        }
        if (field.nested() != null) {
            how.putObject("nested").put("path", field.nested());
        }
        return order;
    }

    /**
     * Shapes the hits as {@code {data, count, has_more}}. The call stays uncounted if neither the hits nor the page show the number of
     * matches.
     *
     * @throws DatabaseFailure query_error for a page beyond the result window
     */
    public Map<String, Object> page(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call) throws DatabaseFailure {
        call.checkSeen(answer);
        List<ObjectNode> rows = new ArrayList<>();
        JsonNode last = null;
        for (JsonNode hit : answer.at("/hits/hits")) {
            if (!call.cursor || rows.size() < call.page().limit()) {
                rows.add(row(call, hit));
                last = hit;
            }
        }
        JsonNode total = answer.at(TOTAL);
        boolean known = total.isNumber() || !call.cut && !isBeyondWindow(call) && call.page().tellsCount(rows.size(), call.page().limit());
        Map<String, Object> page = call.answer(rows, false, call.cursor || known);
        if (call.cursor) {
            page = call.page().answer(rows, call.cut || answer.at("/hits/hits").size() > rows.size());
            page.put(Cursors.SORT, last == null ? null : last.get("sort"));
            return page;
        }
        return total.isNumber() ? page(call, total.asLong()) : page;
    }

    /** Makes the search that counts the matches. */
    public OpenSearchRequest count(@Variable(PageCall.VARIABLE) OpenSearchCall call) {
        return call.search(call.body(call.database.limit()).put("size", 0).put("track_total_hits", true), "");
    }

    /**
     * Shapes the page with its count. The body is the answer of the counting search.
     *
     * @throws DatabaseFailure query_error for a page beyond the result window
     */
    public Map<String, Object> counted(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call) throws DatabaseFailure {
        return page(call, answer.at(TOTAL).asLong());
    }

    private static Map<String, Object> page(OpenSearchCall call, long count) throws DatabaseFailure {
        if (isBeyondWindow(call) && call.page().offset() < count) {
            throw DatabaseFailure.query("database.search.window", call.index.name(), call.index.window());
        }
        return call.counted(count);
    }

    /** Returns {@code _id} and the document's fields. A requested column that is missing is null. */
    private static ObjectNode row(OpenSearchCall call, JsonNode hit) {
        ObjectNode row = OpenSearchRequest.JSON.createObjectNode();
        ObjectNode source = hit.path("_source") instanceof ObjectNode object ? object : OpenSearchRequest.JSON.createObjectNode();
        OpenSearchValues.show(call.index, source);
        if (call.page().columns().isEmpty()) {
            row.set(OpenSearchIndex.ID, hit.get(OpenSearchIndex.ID));
        }
        for (String column : call.page().columns()) {
            boolean isId = call.index.field(column).filter(field -> field.kind() == OpenSearchField.Kind.ID).isPresent();
            JsonNode value = isId ? hit.get(OpenSearchIndex.ID) : source.get(column);
            if (value != null || column.indexOf('.') < 0) {
                row.set(column, value);
            }
        }
        source.properties().forEach(member -> row.putIfAbsent(member.getKey(), member.getValue()));
        return row;
    }

    private static boolean isBeyondWindow(OpenSearchCall call) {
        return (long) call.page().offset() + call.page().limit() > call.index.window();
    }

    /** One call on an index in the OpenSearch flows. */
    public static final class OpenSearchCall extends PageCall {

        /** Name of the aggregation that counts documents which cannot be compared with the filters. */
        static final String UNSEEN = "caravan:unseen";

        final OpenSearchDatabase database;
        final OpenSearchIndex index;
        /** Whether the call only reads, so that its answers may be cut. */
        final boolean reading;
        /** Whether rows of the page were left out. */
        boolean cut;
        /** Whether the page begins after a row, so that its order must be complete. */
        boolean cursor;
        private final OpenSearchFilters filters;

        /** Opens a call on an index, with the filters of the arguments. */
        OpenSearchCall(OpenSearchDatabase database, OpenSearchIndex index, Map<String, Object> arguments, boolean reading)
                throws Exception {
            this.database = database;
            this.index = index;
            this.filters = OpenSearchFilters.of(database, index, arguments);
            this.reading = reading;
        }

        /** Opens a call on the index of the arguments. */
        static OpenSearchCall on(OpenSearchDatabase database, Map<String, Object> arguments, boolean reading) throws Exception {
            return new OpenSearchCall(database, database.catalogue().index((String) arguments.get("table")), arguments, reading);
        }

        /** Returns whether the filters name one id, so that counting costs nothing. */
        boolean isOfOneId() {
            return filters.ofOneId();
        }

        /** Returns whether documents may exist that cannot be compared with the filters. */
        public boolean isUndecided() {
            return !filters.unseen().isEmpty();
        }

        ObjectNode query() {
            return filters.query();
        }

        OpenSearchField field(String path) throws Exception {
            return database.catalogue().field(index, path);
        }

        /** Makes the body of a search with the filters. The server ends the search after {@code millis}. */
        ObjectNode body(long millis) {
            ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
            body.set("query", filters.query());
            body.put("timeout", millis + "ms");
            if (!filters.unseen().isEmpty()) {
                ArrayNode unseen = body.putObject("aggs").putObject(UNSEEN).putObject("filters").putArray("filters");
                filters.unseen().values().forEach(unseen::add);
            }
            return body;
        }

        OpenSearchRequest search(ObjectNode body, String query) {
            return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(index.name()) + "/_search",
                    "allow_partial_search_results=false&cancel_after_time_interval=" + body.get("timeout").asText() + query, body);
        }

        /** @throws DatabaseFailure query_error if documents exist that cannot be compared with the filters */
        void checkSeen(JsonNode answer) throws DatabaseFailure {
            int i = 0;
            for (OpenSearchField field : filters.unseen().keySet()) {
                long count = answer.at("/aggregations/" + UNSEEN + "/buckets/" + i++ + "/doc_count").asLong();
                if (count > 0) {
                    throw DatabaseFailure.query("database.search.unseenText", field.path(), count, field.longest());
                }
            }
        }
    }
}
