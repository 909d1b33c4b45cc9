package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.PostgresText;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Condition;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.Table;
import dev.caravan.database.Table.Column;
import dev.caravan.database.supabase.SupabaseDriver.SupabaseDatabase;
import dev.caravan.database.supabase.SupabaseQuery.SupabaseRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates the arguments of the Supabase tools into requests to PostgREST. Names are names that the server serves. Values are parameters
 * or JSON.
 */
@Component("supabaseCalls")
public class Supabase {

    private static final String COUNTED = "count=exact";

    /** The header with the number of matches after the slash: {@code 0-24/3573}. */
    static final String MATCHES = "Content-Range";
    private static final String TIMESTAMP = "timestamp with time zone";

    private static final long NANOS = 1_000_000;

    /** Maximum length of an address. PostgREST accepts 50 KB of address and headers together. */
    private static final int MOST_IN_ADDRESS = 46_000;

    private final SupabaseDriver databases;

    Supabase(SupabaseDriver databases) {
        this.databases = databases;
    }

    /** Looks up the table of the arguments with its columns, and translates their filters. */
    public SupabaseCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        SupabaseDatabase database = databases.get(name);
        Table table = database.catalogue().table((String) arguments.get("table"));
        Filters filters = Filters.ofPage(arguments, column -> table.column(column).isPresent());
        return new SupabaseCall(database, table, filters);
    }

    /** Translates the arguments of a query tool into the request for a page. */
    public SupabaseRequest select(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call, Exchange exchange)
            throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange);
        call.page(page, page.asked(call.filters.fix(call.table.key())));
        for (String column : page.columns()) {
            column(call, column);
        }
        for (PageSpec.Order by : page.order()) {
            column(call, by.column());
        }
        SupabaseQuery query = new SupabaseQuery().columns("select", page.columns()).with(call.where).order(page.order())
                .with("limit", String.valueOf(call.asked())).with("offset", String.valueOf(page.offset()));
        return SupabaseRequest.get(path(call), query);
    }

    /**
     * Shapes the rows as {@code {data, count, has_more}}. The call stays uncounted if the rows do not show how many match or whether more
     * follow.
     */
    public Map<String, Object> page(@Body BoundedJson.Answer answer, @Variable(PageCall.VARIABLE) SupabaseCall call) {
        List<ObjectNode> rows = rows(call, answer.json());
        boolean uncut = call.database.isUncut(rows.size());
        boolean known = call.page().counted() ? uncut && call.isKnown(answer.cut(), rows.size()) : answer.cut() || uncut || rows.isEmpty();
        return call.answer(rows, answer.cut(), known);
    }

    /** Makes the request that counts the matches. If no count is wanted, it asks whether a row follows the page. */
    public SupabaseRequest count(@Variable(PageCall.VARIABLE) SupabaseCall call) {
        if (!call.page().counted()) {
            SupabaseQuery next = new SupabaseQuery().columns("select", call.table.columns().keySet().stream().limit(1).toList())
                    .with(call.where)
                    .with("limit", "1").with("offset", String.valueOf(call.page().end(call.rows())));
            return SupabaseRequest.get(path(call), next);
        }
        SupabaseQuery query = new SupabaseQuery().with(call.where).with("limit", "0");
        return new SupabaseRequest("GET", path(call), query, COUNTED, null);
    }

    /** Shapes the page with the answer to the second request: the number of matches, or whether a row follows. */
    public Map<String, Object> counted(@Body BoundedJson.Answer answer, @Variable(PageCall.VARIABLE) SupabaseCall call,
            @Header(MATCHES) String range) {
        return call.page().counted() ? call.counted(matches(range)) : call.page().answer(call.rows(), !answer.json().isEmpty());
    }

    /** Translates the rows of an insert tool into one request. PostgREST runs it as one statement. */
    public SupabaseRequest insert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        List<?> rows = DatabaseValues.list(arguments.get("data"));
        Set<String> columns = new LinkedHashSet<>();
        boolean differ = false;
        for (Object row : rows) {
            check(call, (Map<?, ?>) row);
            ((Map<?, ?>) row).keySet().forEach(column -> columns.add((String) column));
        }
        for (Object row : rows) {
            differ |= ((Map<?, ?>) row).size() < columns.size();
        }
        SupabaseQuery query = new SupabaseQuery().columns("columns", columns).columns("select", call.table.key());
        String prefer = (call.table.key().isEmpty() ? "return=minimal," : "return=representation,") + COUNTED
                + (differ ? ",missing=default" : "");
        return new SupabaseRequest("POST", path(call), query, prefer, rows);
    }

    /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
    public Map<String, Object> inserted(@Body BoundedJson.Answer answered, @Variable(PageCall.VARIABLE) SupabaseCall call,
            @Header(MATCHES) String range) {
        List<String> key = call.table.key();
        List<Object> ids = new ArrayList<>();
        if (!key.isEmpty()) {
            rows(call, answered.json()).forEach(row -> ids.add(key.size() == 1 ? row.get(key.get(0)) : row));
        }
        return DatabaseValues.object("inserted_count", matches(range), "inserted_ids", ids);
    }

    /** Translates the arguments of an update tool into a request. A filter is required. */
    public SupabaseRequest update(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        Filters.require(arguments);
        check(call, (Map<?, ?>) arguments.get("data"));
        return new SupabaseRequest("PATCH", path(call), call.where, "return=minimal," + COUNTED, arguments.get("data"));
    }

    public Map<String, Object> updated(@Header(MATCHES) String range) {
        return Map.of("updated_count", matches(range));
    }

    /** Translates the arguments of a delete tool into a request. A filter is required. */
    public SupabaseRequest delete(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        Filters.require(arguments);
        return new SupabaseRequest("DELETE", path(call), call.where, "return=minimal," + COUNTED, null);
    }

    public Map<String, Object> deleted(@Header(MATCHES) String range) {
        return Map.of("deleted_count", matches(range));
    }

    /** Translates the call of a function into a request. */
    public SupabaseRequest rpc(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws Exception {
        if (!(arguments.get("function") instanceof String function)) {
            throw DatabaseFailure.query("database.functionNeeded");
        }
        Object given = arguments.get("arguments");
        databases.get(name).catalogue().checkFunction(function);
        SupabaseQuery query = new SupabaseQuery().with("limit", String.valueOf(RouteLimit.of(exchange, "mostRows")));
        return new SupabaseRequest("POST", "rpc/" + SupabaseQuery.encoded(function), query, COUNTED, given == null ? Map.of() : given);
    }

    /** Shapes the rows or the value of a function as {@code {data, count}}, with {@code truncated} if rows were left out. */
    public Map<String, Object> returned(@Body BoundedJson.Answer returned, @Header(MATCHES) String range) {
        JsonNode data = returned.json().isMissingNode() || returned.json().isNull() ? null : returned.json();
        long count = data == null ? 0 : matches(range);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", data);
        answer.put("count", count);
        if (data instanceof ArrayNode list && (returned.cut() || list.size() < count)) {
            answer.put("truncated", true);
        }
        return answer;
    }

    /** Returns the deadline of the call in nanoseconds of {@link System#nanoTime}. All requests of a call share it. */
    public long deadline(@ExchangeProperty("database") String name, @Variable("deadline") Long known) {
        return known == null ? System.nanoTime() + databases.get(name).settings().statementTimeout().toNanos() : known;
    }

    /** Returns the URI of camel-http. */
    public String endpoint(@ExchangeProperty("database") String name) {
        return databases.get(name).endpoint();
    }

    /**
     * Turns the body, a {@link SupabaseRequest}, into a request for camel-http.
     *
     * @throws DatabaseFailure        query_error if the address of the request is too long
     * @throws SocketTimeoutException if no time is left
     */
    public String send(@Variable("request") SupabaseRequest request, @ExchangeProperty("database") String name,
            @Variable("deadline") long deadline, Exchange exchange) throws Exception {
        DatabaseProperties.Database settings = databases.get(name).settings();
        String query = request.query().toString();
        if (query.length() > MOST_IN_ADDRESS) {
            throw DatabaseFailure.query("database.addressTooLong", name, query.length(), MOST_IN_ADDRESS);
        }
        long left = (deadline - System.nanoTime()) / NANOS;
        if (left <= 0) {
            throw new SocketTimeoutException("no time is left");
        }
        Map<String, Object> headers = exchange.getMessage().getHeaders();
        headers.put(Exchange.HTTP_METHOD, request.method());
        headers.put(Exchange.HTTP_PATH, request.path());
        headers.put(Exchange.HTTP_QUERY, query);
        headers.put("Caravan-Limit-Millis", left);
        headers.put("Accept", "application/json");
        headers.put(request.isReading() ? "Accept-Profile" : "Content-Profile", settings.schema());
        if (settings.key() != null && !settings.key().isBlank()) {
            headers.put("apikey", settings.key());
            headers.put("Authorization", "Bearer " + settings.key());
        }
        if (!request.prefer().isEmpty()) {
            headers.put("Prefer", request.prefer());
        }
        if (request.body() != null) {
            headers.put(Exchange.CONTENT_TYPE, "application/json; charset=utf-8");
        }
        return request.body() == null ? "" : SupabaseQuery.MAPPER.writeValueAsString(request.body());
    }

    /** Reads the answer: the rows of a call up to its limit, any other answer completely. */
    public BoundedJson.Answer receive(@Body InputStream body, @ExchangeProperty("database") String name,
            @Variable("request") SupabaseRequest request,
            @Variable(PageCall.VARIABLE) SupabaseCall call) throws IOException {
        int most = call == null || call.page() == null ? Integer.MAX_VALUE : call.page().limit();
        try (InputStream in = body == null ? InputStream.nullInputStream() : body) {
            return request.isOfRows() ? databases.get(name).rows().read(in, "", most)
                    : new BoundedJson.Answer(SupabaseQuery.MAPPER.readTree(in.readAllBytes()), false);
        }
    }

    static Column column(SupabaseCall call, String name) throws Exception {
        return call.database.catalogue().column(call.table, name);
    }

    /** Checks the columns and values of a row to store. */
    static void check(SupabaseCall call, Map<?, ?> row) throws Exception {
        for (Map.Entry<?, ?> value : row.entrySet()) {
            SupabaseQuery.check(column(call, (String) value.getKey()), value.getValue());
        }
    }

    static String path(SupabaseCall call) {
        return SupabaseQuery.encoded(call.table.name());
    }

    /** Returns the table's columns with JSON values. Times are in UTC. */
    static List<ObjectNode> rows(SupabaseCall call, JsonNode json) {
        List<Column> times = call.table.columns().values().stream().filter(column -> column.type().equals(TIMESTAMP)).toList();
        List<ObjectNode> rows = new ArrayList<>();
        for (JsonNode row : json) {
            for (Column time : times) {
                if (row.path(time.name()).isTextual()) {
                    ((ObjectNode) row).put(time.name(), PostgresText.instant(row.get(time.name()).textValue()));
                }
            }
            rows.add((ObjectNode) row);
        }
        return rows;
    }

    static long matches(String range) {
        return Long.parseLong(range.substring(range.indexOf('/') + 1));
    }

    /** One call of a database tool in the Supabase flows. */
    static final class SupabaseCall extends PageCall {

        final SupabaseDatabase database;
        final Table table;
        final Filters filters;
        /** The filters in PostgREST's syntax. */
        final SupabaseQuery where = new SupabaseQuery();

        SupabaseCall(SupabaseDatabase database, Table table, Filters filters) throws Exception {
            this.database = database;
            this.table = table;
            this.filters = filters;
            for (Condition condition : filters.conditions()) {
                where.add(condition, column -> database.catalogue().column(table, column));
            }
        }
    }
}
