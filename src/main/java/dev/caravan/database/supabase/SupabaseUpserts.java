package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Condition;
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

    private final ExplainedFailures failures;

    SupabaseUpserts(ExplainedFailures failures) {
        this.failures = failures;
    }

    /**
     * Reads the arguments. PostgREST's description of a table has no unique keys besides the primary key, so PostgreSQL checks {@code on}.
     */
    public Upsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, call.table.key(), name -> call.column(name).name());
        for (Map<String, Object> row : spec.rows()) {
            call.check(row);
        }
        return new Upsert(spec);
    }

    /** Makes the next request. */
    public SupabaseRequest next(@Variable(VARIABLE) Upsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call) throws Exception {
        List<String> on = upsert.spec.on();
        List<Map<String, Object>> rows = upsert.rows();
        if (upsert.existing) {
            Map<String, Object> changes = new LinkedHashMap<>(rows.get(0));
            changes.keySet().retainAll(upsert.spec.changed(rows.get(0)));
            Filters same = new Filters(on.stream().<Condition>map(column -> new Filter(column, column, Operator.EQUAL,
                    rows.get(0).get(column))).toList());
            return new SupabaseRequest("PATCH", call.path(), new SupabaseQuery().where(same, call::column), Supabase.CHANGED, changes);
        }
        Set<String> shown = new LinkedHashSet<>(call.table.key());
        shown.addAll(on); // PostgREST answers none of the rows that stay as they are
        shown.addAll(upsert.merging ? List.of(XMAX) : List.of());
        SupabaseQuery query = new SupabaseQuery().columns("on_conflict", on).columns("select", shown)
                .columns("columns", rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList());
        return new SupabaseRequest("POST", call.path(), query, "return=representation,missing=default,resolution="
                + (upsert.merging ? "merge" : "ignore") + "-duplicates", rows);
    }

    /** Collects what a request did. */
    public void take(@Body BoundedJson.Answer answer, @Variable(VARIABLE) Upsert upsert, @Variable(PageCall.VARIABLE) SupabaseCall call,
            @Header(Supabase.MATCHES) String range) throws DatabaseFailure {
        if (upsert.existing) {
            upsert.existing = false; // a row that was deleted meanwhile is inserted
            if (Supabase.matches(range) > 0) {
                upsert.updated++;
                upsert.finish();
            } else if (++upsert.attempts >= MOST_ATTEMPTS) {
                throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", call.table.name()));
            }
            return;
        }
        List<ObjectNode> rows = call.rows(answer.json());
        List<Integer> places = upsert.spec.places(upsert.done, upsert.rows().size(), rows.stream().map(SupabaseUpserts::values).toList());
        for (int i = 0; i < rows.size(); i++) {
            if (upsert.merging && !rows.get(i).get(XMAX).asText().equals("0")) {
                upsert.updated++;
            } else {
                upsert.inserted.put(places.get(i), call.id(rows.get(i)));
            }
        }
        upsert.existing = rows.isEmpty() && !upsert.together && !upsert.spec.changed(upsert.rows().get(0)).isEmpty();
        if (!upsert.existing) {
            upsert.finish();
        }
    }

    private static Map<String, Object> values(ObjectNode row) {
        Map<String, Object> values = new HashMap<>();
        row.properties().forEach(value -> values.put(value.getKey(),
                value.getValue().isNumber() ? value.getValue().numberValue() : value.getValue().asText()));
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
        String code = SupabaseDriver.error(cause).path("code").asText();
        if (OVERTAKEN.contains(code) && ++upsert.attempts < MOST_ATTEMPTS) {
            return;
        }
        if (code.equals(NO_KEY) || code.equals(NO_COLUMN) && upsert.merging) {
            throw upsert.spec.noUniqueKey(call.table.name(), code.equals(NO_KEY) && !call.table.key().isEmpty() ? List.of(call.table.key())
                    : List.of());
        }
        throw new WrittenRows(failures, name).stoppedAt(upsert.spec, upsert.done, cause);
    }

    /** Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(VARIABLE) Upsert upsert) {
        return upsert.spec.answer(upsert.inserted, upsert.updated);
    }

    /**
     * The state of a call. PostgREST changes all columns that it inserts, so all rows go together only if they have the same columns and
     * all of them change, or if none changes.
     */
    public static final class Upsert {

        private final UpsertSpec spec;
        private final boolean together;
        /** Whether a request changes the rows that exist. */
        private final boolean merging;
        private final Map<Integer, Object> inserted = new HashMap<>();
        private int updated;
        /** Index of the first row that is not written. */
        private int done;
        /** Whether the next request changes the row, because it exists. */
        private boolean existing;
        private int attempts;

        private Upsert(UpsertSpec spec) {
            Set<String> columns = spec.rows().get(0).keySet();
            int changed = spec.changed(spec.rows().get(0)).size();
            this.spec = spec;
            this.merging = changed > 0 && columns.size() == spec.on().size() + changed
                    && spec.rows().stream().allMatch(row -> row.keySet().equals(columns));
            this.together = merging || spec.rows().stream().allMatch(row -> spec.changed(row).isEmpty());
        }

        /** Returns whether rows are still to be written. */
        public boolean isOpen() {
            return done < spec.rows().size();
        }

        /** Returns the rows of the next request. */
        private List<Map<String, Object>> rows() {
            return together ? spec.rows() : spec.rows().subList(done, done + 1);
        }

        private void finish() {
            done += rows().size();
            attempts = 0;
        }
    }
}
