package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.supabase.SupabaseDriver.SupabaseDatabase;
import dev.caravan.json.BoundedJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
public record Supabase(SupabaseDriver databases) {

    /** The header with the number of matches after the slash: {@code 0-24/3573}. */
    static final String MATCHES = "Content-Range";

    private static final String COUNTED = "count=exact";
    static final String CHANGED = "return=minimal," + COUNTED;
    private static final String FUNCTIONS = "rpc/";

    /** Looks up the table of the arguments with its columns, and translates their filters. */
    public SupabaseCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        SupabaseDatabase database = databases.get(name);
        TableDescription table = database.catalogue().table((String) arguments.get("table"));
        return new SupabaseCall(database, table, Filters.of(arguments.get("filters"), column -> table.column(column).isPresent()));
    }

    /** Translates the arguments of a query tool into the request for a page. */
    public DatabaseRequest select(@Body Map<String, Object> arguments, @Variable("call") SupabaseCall call, Exchange exchange)
            throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange, call.table.key(), name -> call.column(name).name());
        call.page(page);
        call.after = page.after() == null ? null : SupabaseQuery.after(page, call::column);
        return call.where().columns("select", page.read()).order(page.order()).with("limit", String.valueOf(page.asked()))
                .with("offset", String.valueOf(page.offset())).get(call.path());
    }

    /**
     * Shapes the rows as {@code {data, count, has_more}}. The call stays uncounted if the rows do not show how many match or whether more
     * follow.
     */
    public Map<String, Object> page(@Body BoundedJson.Answer answer, @Variable("call") SupabaseCall call) throws DatabaseFailure {
        List<ObjectNode> rows = SupabaseCall.rows(answer.json());
        boolean uncut = call.database.isUncut(rows.size());
        boolean known = call.page().counted() ? uncut && call.isKnown(answer.cut(), rows.size()) : answer.cut() || uncut || rows.isEmpty();
        return call.answer(rows, answer.cut(), known);
    }

    /** Makes the request that counts the matches. If no count is wanted, it asks whether a row follows the page. */
    public DatabaseRequest count(@Variable("call") SupabaseCall call) throws Exception {
        if (call.page().counted()) {
            return call.where().with("limit", "0").request("GET", call.path(), COUNTED, null);
        }
        return call.where().columns("select", List.of(call.table.columns().get(0).name())).with("limit", "1")
                .with("offset", String.valueOf(call.page().end(call.rows()))).get(call.path());
    }

    /** Shapes the page with the answer to the second request: the number of matches, or whether a row follows. */
    public Map<String, Object> counted(@Body BoundedJson.Answer answer, @Variable("call") SupabaseCall call,
            @Header(MATCHES) String range) throws DatabaseFailure {
        return call.page().counted() ? call.counted(matches(range)) : call.answer(!answer.json().isEmpty());
    }

    /** Translates the rows of an insert tool into one request. PostgREST runs it as one statement. */
    @SuppressWarnings("unchecked")
    public DatabaseRequest insert(@Body Map<String, Object> arguments, @Variable("call") SupabaseCall call) throws Exception {
        List<?> rows = DatabaseValues.list(arguments.get("data"));
        Set<String> columns = new LinkedHashSet<>();
        for (Object row : rows) {
            call.check((Map<String, Object>) row);
            ((Map<?, ?>) row).keySet().forEach(column -> columns.add((String) column));
        }
        String prefer = (call.table.key().isEmpty() ? CHANGED : "return=representation," + COUNTED) + ",missing=default";
        return new SupabaseQuery().columns("columns", columns).columns("select", call.table.key())
                .request("POST", call.path(), prefer, rows);
    }

    /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
    public Map<String, Object> inserted(@Body BoundedJson.Answer answer, @Variable("call") SupabaseCall call,
            @Header(MATCHES) String range) {
        return DatabaseValues.object("inserted_count", matches(range),
                "inserted_ids", SupabaseCall.rows(answer.json()).stream().map(call::id).toList());
    }

    /** Translates the arguments of an update tool into a request. A filter is required. */
    @SuppressWarnings("unchecked")
    public DatabaseRequest update(@Body Map<String, Object> arguments, @Variable("call") SupabaseCall call) throws Exception {
        Filters.require(arguments);
        call.check((Map<String, Object>) arguments.get("data"));
        return call.where().request("PATCH", call.path(), CHANGED, arguments.get("data"));
    }

    /** Translates the arguments of a delete tool into a request. A filter is required. */
    public DatabaseRequest delete(@Body Map<String, Object> arguments, @Variable("call") SupabaseCall call) throws Exception {
        Filters.require(arguments);
        return call.where().request("DELETE", call.path(), CHANGED, null);
    }

    public Map<String, Object> updated(@Header(MATCHES) String range) {
        return Map.of("updated_count", matches(range));
    }

    public Map<String, Object> deleted(@Header(MATCHES) String range) {
        return Map.of("deleted_count", matches(range));
    }

    static long matches(String range) {
        return Long.parseLong(range.substring(range.indexOf('/') + 1));
    }

    /** Translates the call of a function into a request. */
    public DatabaseRequest rpc(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws Exception {
        if (!(arguments.get("function") instanceof String function)) {
            throw DatabaseFailure.query("database.functionNeeded");
        }
        databases.get(name).catalogue().rules().check(function);
        return new SupabaseQuery().with("limit", String.valueOf(RouteLimit.of(exchange, "mostRows"))).request("POST",
                FUNCTIONS + SupabaseQuery.encoded(function), COUNTED, Objects.requireNonNullElse(arguments.get("arguments"), Map.of()));
    }

    /** Shapes the rows or the value of a function as {@code {data, count}}, with {@code truncated} if rows were left out. */
    public Map<String, Object> returned(@Body BoundedJson.Answer returned, @Header(MATCHES) String range) {
        JsonNode data = returned.json().isMissingNode() || returned.json().isNull() ? null : returned.json();
        long count = data == null ? 0 : matches(range);
        Map<String, Object> answer = DatabaseValues.object("data", data, "count", count);
        if (data instanceof ArrayNode list && (returned.cut() || list.size() < count)) {
            answer.put("truncated", true);
        }
        return answer;
    }

    /** Returns the API key; null without one. */
    public String key(@ExchangeProperty("database") String name) {
        String key = databases.get(name).settings().key();
        return key == null || key.isBlank() ? null : key;
    }

    /** Reads the answer: the rows of a call up to its limit, any other answer completely. */
    public BoundedJson.Answer receive(@Body InputStream body, @ExchangeProperty("database") String name,
            @Variable("request") DatabaseRequest request, @Variable("call") SupabaseCall call) throws IOException {
        int most = call == null || call.page() == null ? Integer.MAX_VALUE : call.page().limit();
        try (InputStream in = body == null ? InputStream.nullInputStream() : body) {
            boolean ofRows = request.method().equals("GET") ? !request.path().isEmpty() : request.path().startsWith(FUNCTIONS);
            return ofRows ? databases.get(name).rows().read(in, "", most) : new BoundedJson.Answer(DatabaseValues.JSON.readTree(in), false);
        }
    }

    /** One call of a database tool in the Supabase flows. */
    static final class SupabaseCall extends PageCall {

        final SupabaseDatabase database;
        final TableDescription table;
        private final Filters filters;
        /** The condition that rows come after the last page; null for none. */
        private String after;

        SupabaseCall(SupabaseDatabase database, TableDescription table, Filters filters) {
            this.database = database;
            this.table = table;
            this.filters = filters;
        }

        ColumnDescription column(String name) throws Exception {
            return database.catalogue().column(table, name);
        }

        @Override
        protected List<?> last(ObjectNode row) throws DatabaseFailure {
            for (PageSpec.Order by : page().order()) {
                if (row.get(by.column()).isContainerNode()) {
                    throw DatabaseFailure.query("database.cursorColumn", by.column(), "lists or objects");
                }
            }
            return super.last(row);
        }

        /** Begins a query with the filters of the call. */
        private SupabaseQuery where() throws Exception {
            return new SupabaseQuery().where(filters, after, this::column);
        }

        String path() {
            return SupabaseQuery.encoded(table.table().name());
        }

        /** Checks the columns and values of a row to store, and sets times of columns without zones in UTC. */
        void check(Map<String, Object> row) throws Exception {
            for (Map.Entry<String, Object> value : row.entrySet()) {
                value.setValue(SupabaseQuery.stored(column(value.getKey()), value.getValue()));
            }
        }

        /** Returns the primary key of a row; an object if the key has several columns, null if the table has no key. */
        Object id(ObjectNode row) {
            return table.key().isEmpty() ? null : table.key().size() == 1 ? row.get(table.key().get(0)) : row.retain(table.key());
        }

        /** Returns the rows of an answer. */
        static List<ObjectNode> rows(JsonNode answer) {
            List<ObjectNode> rows = new ArrayList<>();
            answer.forEach(row -> rows.add((ObjectNode) row));
            return rows;
        }
    }
}
