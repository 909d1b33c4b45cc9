package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.PageCall;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.supabase.Supabase.SupabaseCall;
import dev.caravan.database.supabase.SupabaseQuery.SupabaseRequest;
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

    static final String VARIABLE = "upsert";

    /** A system column of PostgreSQL: 0 in a row that was inserted, otherwise the number of the transaction that changed it. */
    private static final String XMAX = "xmax";
    /** SQLSTATE for {@code on} without a unique key. */
    private static final String NO_KEY = "42P10";
    private static final String NO_COLUMN = "42703";
    /** SQLSTATE of a deadlock and of a transaction that can't be serialized. */
    private static final Set<String> OVERTAKEN = Set.of("40001", "40P01");
    private static final int MOST_ATTEMPTS = 10;

    private final SupabaseDriver databases;
    private final ExplainedFailures failures;

    SupabaseUpserts(SupabaseDriver databases, ExplainedFailures failures) {
        this.databases = databases;
        this.failures = failures;
    }

    /**
     * The state of a call. PostgREST changes all columns that it inserts, so all rows go together only if they have the same columns and
     * all of them change, or if none changes.
     */
    public static final class Upsert {

        private final UpsertSpec spec;
        private final boolean together;
        private final List<Map<String, Object>> all;
        private final Map<Integer, Object> inserted = new HashMap<>();
        private int updated;
        /** Index of the first row that is not written. */
        private int done;
        /** Whether the next request changes the row, because it exists. */
        private boolean existing;
        private int attempts;

        private Upsert(UpsertSpec spec) {
            this.spec = spec;
            this.all = spec.rows();
            boolean alike = all.stream().allMatch(row -> row.keySet().equals(all.get(0).keySet()) && row.size() == spec.on().size()
                    + spec.changed(row).size());
            this.together = alike && !spec.changed(all.get(0)).isEmpty() || all.stream().allMatch(row -> spec.changed(row).isEmpty());
        }

        /** Returns whether rows are still to be written. */
        public boolean isOpen() {
            return done < all.size();
        }

        /** Returns the rows of the next request. */
        private List<Map<String, Object>> rows() {
            return together ? all : List.of(all.get(done));
        }

        /** Returns whether the next request may change rows by inserting them. */
        private boolean isMerging() {
            return together && !spec.changed(all.get(0)).isEmpty();
        }

        private void finish(int rows) {
            done += rows;
            existing = false;
            attempts = 0;
        }
    }

    /**
     * Reads the arguments. PostgREST's description of a table has no unique keys besides the primary key, so PostgreSQL checks {@code on}.
     */
    public Upsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, call.table.key(), name -> Supabase.column(call, name).name());
        for (Map<String, Object> row : spec.rows()) {
            Supabase.check(call, row);
        }
        return new Upsert(spec);
    }

    /** Makes the next request. */
    public SupabaseRequest next(@Variable(VARIABLE) Upsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        UpsertSpec spec = upsert.spec;
        Map<String, Object> row = upsert.rows().get(0);
        SupabaseQuery query = new SupabaseQuery();
        if (upsert.existing) {
            Map<String, Object> changes = new LinkedHashMap<>(row);
            changes.keySet().retainAll(spec.changed(row));
            for (String column : spec.on()) {
                query.where(new Filter(column, column, Operator.EQUAL, row.get(column)), Supabase.column(call, column));
            }
            return new SupabaseRequest("PATCH", Supabase.path(call), query, "return=minimal,count=exact", changes);
        }
        Set<String> shown = new LinkedHashSet<>(call.table.key());
        shown.addAll(spec.on()); // PostgREST answers none of the rows that stay as they are
        if (upsert.isMerging()) {
            shown.add(XMAX);
        }
        List<String> columns = upsert.rows().stream().flatMap(each -> each.keySet().stream()).distinct().toList();
        query.columns("on_conflict", spec.on()).columns("columns", columns).columns("select", shown);
        String prefer = "return=representation,resolution=" + (upsert.isMerging() ? "merge" : "ignore") + "-duplicates,missing=default";
        return new SupabaseRequest("POST", Supabase.path(call), query, prefer, upsert.rows());
    }

    /** Collects what a request did. */
    public void take(@Body BoundedJson.Answer answer, @Variable(VARIABLE) Upsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call,
            @Header(Supabase.MATCHES) String range) throws DatabaseFailure {
        if (upsert.existing) {
            boolean found = Supabase.matches(range) > 0;
            if (!found && ++upsert.attempts >= MOST_ATTEMPTS) {
                throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", call.table.name()));
            }
            upsert.existing = false; // a row that was deleted meanwhile is inserted
            if (found) {
                upsert.updated++;
                upsert.finish(1);
            }
            return;
        }
        List<ObjectNode> rows = Supabase.rows(call, answer.json());
        List<String> key = call.table.key();
        List<Map<String, Object>> sent = upsert.rows();
        List<Integer> places = upsert.spec.places(upsert.done, sent.size(), rows.stream().map(row -> values(row, upsert.spec.on()))
                .toList());
        for (int i = 0; i < rows.size(); i++) {
            ObjectNode row = rows.get(i);
            if (upsert.isMerging() && !row.get(XMAX).asText().equals("0")) {
                upsert.updated++;
            } else {
                upsert.inserted.put(places.get(i), key.isEmpty() ? null : key.size() == 1 ? row.get(key.get(0)) : row.retain(key));
            }
        }
        upsert.existing = rows.isEmpty() && sent.size() == 1 && !upsert.spec.changed(sent.get(0)).isEmpty();
        if (!upsert.existing) {
            upsert.finish(sent.size());
        }
    }

    private static Map<String, Object> values(ObjectNode row, List<String> columns) {
        Map<String, Object> values = new HashMap<>();
        columns.forEach(
                column -> values.put(column, row.get(column).isNumber() ? row.get(column).numberValue() : row.get(column).asText()));
        return values;
    }

    /**
     * Throws the failure, unless PostgreSQL ended the request because of another transaction. Then the request is sent again.
     *
     * @throws DatabaseFailure query_error if no unique key has just the columns of {@code on}; otherwise says which rows stay written, if
     * there are any
     */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty("database") String name,
            @Variable(VARIABLE) Upsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        String code = databases.code(cause);
        if (OVERTAKEN.contains(code) && ++upsert.attempts < MOST_ATTEMPTS) {
            return;
        }
        if (code.equals(NO_KEY) || code.equals(NO_COLUMN) && upsert.isMerging()) {
            throw upsert.spec.noUniqueKey(call.table.name(), code.equals(NO_KEY) && !call.table.key().isEmpty() ? List.of(call.table.key())
                    : List.of());
        }
        throw new WrittenRows(failures, name).stoppedAt(upsert.spec, upsert.done, cause);
    }

    /** Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(VARIABLE) Upsert upsert) {
        return upsert.spec.answer(upsert.inserted, upsert.updated);
    }
}
