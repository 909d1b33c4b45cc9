package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
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
public record OpenSearch(OpenSearchDriver databases) {

    /** The number of matches, as far as the search counted them. */
    private static final String TOTAL = "/hits/total/value";

    /** Looks up the index of a query tool's arguments, and translates their filters. */
    public OpenSearchCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchDatabase database = databases.get(name);
        return new OpenSearchCall(database, database.index((String) arguments.get("table")), arguments, true);
    }

    /** Translates the arguments into a search for a page of the matches. */
    public DatabaseRequest search(@Body Map<String, Object> arguments, @Variable("call") OpenSearchCall call,
            Exchange exchange) throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange, List.of(OpenSearchIndex.ID), name -> name);
        call.page = page;
        List<String> columns = new ArrayList<>();
        for (String column : page.columns()) {
            columns.add(call.field(column).path());
        }
        List<Object> sort = new ArrayList<>();
        for (PageSpec.Order by : page.order()) {
            sort.add(order(call, by));
        }
        if (!page.hasPlace()) {
            sort.add("_seq_no"); // a stable order, so that pages do not overlap
        }
        Map<String, Object> body = call.body(Map.of());
        body.putAll(Map.of("size", page.limit() + (page.hasPlace() ? 1 : 0), "from", page.offset(),
                "_source", Map.of("includes", columns), "sort", sort,
                // a row after a page without a count could be beyond the result window
                "track_total_hits", page.hasPlace() ? (Object) false : page.counted() ? true : page.offset() + page.asked()));
        if (page.after() != null) {
            body.put("search_after", page.after());
        }
        return call.search(body, "");
    }

    private static Object order(OpenSearchCall call, PageSpec.Order by) throws Exception {
        OpenSearchField field = call.field(by.column());
        if (field.exact() == null) {
            throw OpenSearchFilters.incomparable(field, by.column());
        }
        Map<String, Object> how = DatabaseValues.object("order", by.descending() ? "desc" : "asc");
        if (field.kind() != Kind.ID) {
            how.put("missing", by.descending() ? "_first" : "_last");
        }
        if (field.nested() != null) {
            how.put("nested", Map.of("path", field.nested()));
        }
        return Map.of(field.exact(), how);
    }

    /** Shapes the hits as {@code {data, count, has_more}}. */
    public Map<String, Object> page(@Body JsonNode answer, @Variable("call") OpenSearchCall call) throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        JsonNode hits = answer.at("/hits/hits");
        while (rows.size() < Math.min(hits.size(), call.page.limit())) {
            rows.add(row(call, hits.get(rows.size())));
        }
        if (call.page.hasPlace()) {
            return call.page.answer(rows, call.cut || hits.size() > rows.size(),
                    rows.isEmpty() ? null : hits.get(rows.size() - 1).get("sort"));
        }
        return call.page.answer(rows, answer.at(TOTAL).asLong());
    }

    /** Returns {@code _id} and the document's fields. A requested column that is missing is null. */
    private static ObjectNode row(OpenSearchCall call, JsonNode hit) {
        ObjectNode row = DatabaseValues.JSON.createObjectNode();
        ObjectNode source = hit.path("_source") instanceof ObjectNode object ? object : DatabaseValues.JSON.createObjectNode();
        for (String column : call.page.columns().isEmpty() ? List.of(OpenSearchIndex.ID) : call.page.columns()) {
            String path = call.index.field(column).map(OpenSearchField::path).orElse(column);
            JsonNode value = path.equals(OpenSearchIndex.ID) ? hit.get(path) : source.get(column);
            if (value != null || column.indexOf('.') < 0) {
                row.set(column, value);
            }
        }
        source.properties().forEach(member -> row.putIfAbsent(member.getKey(), member.getValue()));
        return row;
    }

    /** One call on an index in the OpenSearch flows. */
    public static final class OpenSearchCall {

        final OpenSearchDatabase database;
        final OpenSearchIndex index;
        final OpenSearchFilters filters;
        /** Whether the call only reads, so that its answers may be cut. */
        final boolean reading;
        /** The page of a query. */
        private PageSpec page;
        /** Whether rows of the page were left out. */
        boolean cut;

        /**
         * Opens a call on an index, with the filters of the arguments.
         *
         * @throws DatabaseFailure query_error if documents exist that cannot be compared with the filters
         */
        OpenSearchCall(OpenSearchDatabase database, OpenSearchIndex index, Map<String, Object> arguments, boolean reading)
                throws Exception {
            this.database = database;
            this.index = index;
            this.reading = reading;
            this.filters = new OpenSearchFilters(Filters.of(arguments.get("filters"), path -> index.field(path).isPresent()), this::field);
            checkSeen();
        }

        OpenSearchField field(String path) throws Exception {
            return database.field(index, path);
        }

        /** Makes the body of a search that counts the matches, and computes the aggregations. The server ends the search in time. */
        Map<String, Object> body(Object aggregations) {
            return DatabaseValues.object("query", filters.query(), "timeout", database.timeout(), "size", 0, "track_total_hits", true,
                    "aggs", aggregations);
        }

        DatabaseRequest search(Map<String, Object> body, String query) {
            return DatabaseRequest.of("POST", index.path("_search"),
                    "allow_partial_search_results=false&cancel_after_time_interval=" + body.get("timeout") + query, List.of(body));
        }

        private void checkSeen() throws Exception {
            for (OpenSearchField field : filters.unseen) {
                long count = database.run(DatabaseRequest.of("POST", index.path("_count"), null,
                        List.of(Map.of("query", filters.tooLong(field))))).path("count").asLong();
                if (count > 0) {
                    throw DatabaseFailure.query("database.search.unseenText", field.path(), count, field.longest());
                }
            }
        }
    }
}
