package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Between the arguments of {@code db_query} and OpenSearch's search. */
@Component("openSearch")
public class OpenSearch {

    /** Exchange property for the routes: whether matches are to be counted. */
    static final String COUNT = "openSearchCount";

    /** How many match, as far as the search was to count them. */
    private static final String TOTAL = "/hits/total/value";

    private final OpenSearchDatabases databases;

    OpenSearch(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** A page of what matches; where it begins beyond what OpenSearch reaches, none of it. */
    public OpenSearchRequest search(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws Exception {
        OpenSearchCall call = OpenSearchCall.open(databases.get(name), arguments, exchange).reading();
        PageSpec page = PageSpec.of(arguments);
        call.page(page);
        ObjectNode body = call.body(call.database().limit());
        body.put("size", isBeyondWindow(call) ? 0 : page.limit());
        if (!page.counted()) {
            body.put("track_total_hits", page.next()); // a row more than the page could be beyond the window
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
        sort.add("_seq_no"); // so that pages fit together
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
        if (call.index().several() && field.kind() != OpenSearchField.Kind.ID) {
            how.put("unmapped_type", field.kind() == OpenSearchField.Kind.TEXT ? "keyword" : field.kind() == OpenSearchField.Kind.SCALED ? "double" : field.type());
        }
        if (field.nested() != null) {
            how.putObject("nested").put("path", field.nested());
        }
        return order;
    }

    /** Takes the hits; counting is only needed where it was asked for and neither the hits nor the page tell. */
    public void rows(@Body JsonNode answer, @ExchangeProperty(OpenSearchCall.PROPERTY) OpenSearchCall call, Exchange exchange) throws DatabaseFailure {
        call.checkSeen(answer);
        List<ObjectNode> rows = new ArrayList<>();
        for (JsonNode hit : answer.at("/hits/hits")) {
            rows.add(row(call, hit));
        }
        call.rows(rows);
        JsonNode total = answer.at(TOTAL);
        if (total.isNumber()) {
            call.total(total.asLong());
        }
        exchange.setProperty(COUNT, !total.isNumber() && (call.isCut() || isBeyondWindow(call) || !call.page().tellsCount(rows.size(), call.page().limit())));
    }

    public OpenSearchRequest count(@ExchangeProperty(OpenSearchCall.PROPERTY) OpenSearchCall call) {
        return call.search(call.body(call.database().limit()).put("size", 0).put("track_total_hits", true), "");
    }

    /** {@code {data, count, has_more}}; the body is the result of counting where it was needed. */
    public Map<String, Object> page(@Body JsonNode body, @ExchangeProperty(OpenSearchCall.PROPERTY) OpenSearchCall call, @ExchangeProperty(COUNT) boolean counted)
            throws DatabaseFailure {
        long count = counted ? body.at(TOTAL).asLong() : call.total().orElse(call.page().end(call.rows()));
        if (isBeyondWindow(call) && call.page().offset() < count) {
            throw DatabaseFailure.query("database.search.window", call.index().name(), call.index().window());
        }
        return call.page().answer(call.rows(), count);
    }

    /** {@code _id} and the document's own fields; null for a column that was asked for and that it does not have. */
    private static ObjectNode row(OpenSearchCall call, JsonNode hit) {
        ObjectNode row = OpenSearchRequest.JSON.createObjectNode();
        ObjectNode source = hit.path("_source") instanceof ObjectNode object ? object : OpenSearchRequest.JSON.createObjectNode();
        OpenSearchValues.show(call.index(), source);
        if (call.page().columns().isEmpty()) {
            row.set(OpenSearchIndex.ID, hit.get(OpenSearchIndex.ID));
        }
        for (String column : call.page().columns()) {
            boolean isId = call.index().field(column).filter(field -> field.kind() == OpenSearchField.Kind.ID).isPresent();
            JsonNode value = isId ? hit.get(OpenSearchIndex.ID) : source.get(column);
            if (value != null || column.indexOf('.') < 0) {
                row.set(column, value);
            }
        }
        source.properties().forEach(member -> row.putIfAbsent(member.getKey(), member.getValue()));
        return row;
    }

    private static boolean isBeyondWindow(OpenSearchCall call) {
        return (long) call.page().offset() + call.page().limit() > call.index().window();
    }
}
