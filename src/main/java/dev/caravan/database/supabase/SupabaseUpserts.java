package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailures;
import dev.caravan.database.Filter;
import dev.caravan.database.Operator;
import dev.caravan.database.PageCall;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.envelope.Text;
import java.util.HashMap;
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

/** The steps of an insert with {@code on} in Supabase. */
@Component("supabaseUpserts")
public class SupabaseUpserts {

    /** A system column of PostgreSQL: 0 in a row that was inserted, otherwise the number of the transaction that changed it. */
    private static final String XMAX = "xmax";
    /** SQLSTATE for {@code on} without a unique key. */
    private static final String NO_KEY = "42P10";
    private static final String NO_COLUMN = "42703";
    /** SQLSTATE of a deadlock and of a transaction that can't be serialized. */
    private static final Set<String> OVERTAKEN = Set.of("40001", "40P01");
    private static final int MOST_ATTEMPTS = 10;

    private final SupabaseDatabases databases;
    private final SupabaseDialect dialect;
    private final DatabaseFailures failures;

    SupabaseUpserts(SupabaseDatabases databases, SupabaseDialect dialect, DatabaseFailures failures) {
        this.databases = databases;
        this.dialect = dialect;
        this.failures = failures;
    }

    /** Reads the arguments. PostgREST's description of a table has no unique keys besides the primary key, so PostgreSQL checks {@code on}. */
    public SupabaseUpsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, call.table().key(), name -> Supabase.column(call, name).name());
        SupabaseQuery values = new SupabaseQuery(databases.mapper());
        for (Map<String, Object> row : spec.rows()) {
            for (Map.Entry<String, Object> value : row.entrySet()) {
                values.check(Supabase.column(call, value.getKey()), value.getValue());
            }
        }
        return new SupabaseUpsert(spec);
    }

    /** Makes the next request. */
    public SupabaseRequest next(@Variable(SupabaseUpsert.VARIABLE) SupabaseUpsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        Map<String, Object> row = upsert.rows().get(0);
        SupabaseQuery query = new SupabaseQuery(databases.mapper());
        if (upsert.isExisting()) {
            Map<String, Object> changes = new LinkedHashMap<>(row);
            changes.keySet().retainAll(upsert.spec().changed(row));
            for (String column : upsert.spec().on()) {
                query.where(new Filter(column, column, Operator.EQUAL, row.get(column)), Supabase.column(call, column));
            }
            return new SupabaseRequest("PATCH", Supabase.path(call), query, "return=minimal,count=exact", changes);
        }
        Set<String> shown = new LinkedHashSet<>(call.table().key());
        shown.addAll(upsert.spec().on()); // PostgREST answers none of the rows that stay as they are
        if (upsert.isMerging()) {
            shown.add(XMAX);
        }
        query.columns("on_conflict", upsert.spec().on()).columns("columns", columns(upsert)).columns("select", shown);
        return new SupabaseRequest("POST", Supabase.path(call), query, "return=representation,resolution=" + (upsert.isMerging() ? "merge" : "ignore") + "-duplicates,missing=default", upsert.rows());
    }

    private static List<String> columns(SupabaseUpsert upsert) {
        return upsert.rows().stream().flatMap(row -> row.keySet().stream()).distinct().toList();
    }

    /** Collects what a request did. */
    public void take(@Body BoundedJson.Answer answer, @Variable(SupabaseUpsert.VARIABLE) SupabaseUpsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call,
            @Header(Supabase.MATCHES) String range) throws DatabaseFailure {
        if (upsert.isExisting()) {
            if (Supabase.matches(range) > 0) {
                upsert.updated(1);
                upsert.done(1);
            } else if (upsert.again() < MOST_ATTEMPTS) {
                upsert.isNew();
            } else {
                throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", call.table().name()));
            }
            return;
        }
        List<ObjectNode> rows = Supabase.rows(call, answer.json());
        List<String> key = call.table().key();
        List<Integer> places = upsert.places(rows.stream().map(row -> values(row, upsert.spec().on())).toList());
        for (int i = 0; i < rows.size(); i++) {
            ObjectNode row = rows.get(i);
            if (upsert.isMerging() && !row.get(XMAX).asText().equals("0")) {
                upsert.updated(1);
            } else {
                upsert.inserted(places.get(i), key.isEmpty() ? null : key.size() == 1 ? row.get(key.get(0)) : row.retain(key));
            }
        }
        Map<String, Object> first = upsert.rows().get(0);
        if (rows.isEmpty() && upsert.rows().size() == 1 && !upsert.spec().changed(first).isEmpty()) {
            upsert.exists();
        } else {
            upsert.done(upsert.rows().size());
        }
    }

    private static Map<String, Object> values(ObjectNode row, List<String> columns) {
        Map<String, Object> values = new HashMap<>();
        columns.forEach(column -> values.put(column, row.get(column).isNumber() ? row.get(column).numberValue() : row.get(column).asText()));
        return values;
    }

    /**
     * Throws the failure, unless PostgreSQL ended the request because of another transaction. Then the request is sent again.
     *
     * @throws DatabaseFailure query_error if no unique key has just the columns of {@code on}; otherwise says which rows stay written, if there are any
     */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty("database") String name,
            @Variable(SupabaseUpsert.VARIABLE) SupabaseUpsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        String code = dialect.code(cause);
        if (OVERTAKEN.contains(code) && upsert.again() < MOST_ATTEMPTS) {
            return;
        }
        if (code.equals(NO_KEY) || code.equals(NO_COLUMN) && upsert.isMerging()) {
            throw upsert.spec().noUniqueKey(call.table().name(), code.equals(NO_KEY) && !call.table().key().isEmpty() ? List.of(call.table().key()) : List.of());
        }
        throw new WrittenRows(failures, name).stoppedAt(upsert.spec(), upsert.place(), cause);
    }

    /** Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(SupabaseUpsert.VARIABLE) SupabaseUpsert upsert) {
        return upsert.answer();
    }
}
