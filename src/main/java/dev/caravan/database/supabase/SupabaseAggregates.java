package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupFold;
import dev.caravan.database.GroupLimit;
import dev.caravan.database.GroupRows;
import dev.caravan.database.Metric;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Computes aggregates of Supabase in the gateway. PostgREST's own aggregates are off unless an administrator turns them on, so the gateway reads the
 * columns of the matching rows in pages.
 */
@Component("supabaseAggregates")
public class SupabaseAggregates {

    private static final int PAGE = 1_000;
    private static final int MOST_GROUPS = 10_000;
    private static final int MOST_READ = 10_000;

    /** Types that PostgreSQL cannot sort by, also as items of arrays. */
    private static final Set<String> UNSORTED = Set.of("json", "jsonpath", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle", "xid", "cid");

    /** The rows that were read so far. */
    public static final class Progress {

        static final String VARIABLE = "progress";

        private final GroupFold fold;
        private long read;
        private boolean open = true;

        Progress(GroupFold fold) {
            this.fold = fold;
        }

        /** Returns whether rows are still to be read. */
        public boolean isOpen() {
            return open;
        }
    }

    private final SupabaseDatabases databases;

    SupabaseAggregates(SupabaseDatabases databases) {
        this.databases = databases;
    }

    /** Checks the columns of the aggregate. */
    public Progress begin(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(PageCall.VARIABLE) SupabaseCall call, Exchange exchange) throws Exception {
        for (String name : spec.groupBy()) {
            Column column = call.database().catalogue().column(call.table(), name);
            AggregateSpec.checkGroup(name, SupabaseSchemas.type(column), column.type());
        }
        for (Metric metric : spec.metrics()) {
            if (metric.column() != null) {
                Column column = call.database().catalogue().column(call.table(), metric.column());
                AggregateSpec.check(metric, SupabaseSchemas.type(column), column.type());
            }
        }
        return new Progress(new GroupFold(spec, RouteLimit.of(exchange, "mostGroups", MOST_GROUPS), new GroupLimit(call.database().settings().maxRead())));
    }

    /** Makes the request for the next page. The first one also asks how many rows match. */
    public SupabaseRequest select(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(PageCall.VARIABLE) SupabaseCall call, @Variable(Progress.VARIABLE) Progress progress) {
        Collection<String> some = call.table().columns().keySet().stream().limit(1).toList();
        SupabaseQuery query = new SupabaseQuery(databases.mapper()).columns("select", spec.columns().isEmpty() ? some : spec.columns()).with(call.where())
                .order(order(call.table()).stream().map(column -> new PageSpec.Order(column, false)).toList())
                .with("limit", String.valueOf(PAGE)).with("offset", String.valueOf(progress.read));
        return new SupabaseRequest("GET", SupabaseQuery.encoded(call.table().name()), query, "count=exact", null);
    }

    /** Returns the columns to sort the pages by: the key, or all columns that can be sorted by. */
    private static List<String> order(Table table) {
        return table.key().isEmpty() ? table.columns().values().stream().filter(column -> !UNSORTED.contains(column.type().replace("[]", ""))).map(Column::name).toList() : table.key();
    }

    /** Adds the rows of a page to their groups. */
    public void take(@Body BoundedJson.Answer answer, @Variable(PageCall.VARIABLE) SupabaseCall call, @Variable(Progress.VARIABLE) Progress progress,
            @Header(Supabase.MATCHES) String range, Exchange exchange) throws DatabaseFailure {
        long matches = Supabase.matches(range);
        int most = RouteLimit.of(exchange, "mostRead", MOST_READ);
        if (matches > most) {
            throw DatabaseFailure.query("database.aggregate.tooManyRows", call.table().name(), most, matches);
        }
        List<? extends JsonNode> rows = Supabase.rows(call, answer.json());
        for (JsonNode row : rows) {
            progress.fold.add(column -> value(row.get(column)));
        }
        progress.read += rows.size();
        progress.open = !rows.isEmpty() && progress.read < matches;
    }

    private static Object value(JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isTextual() ? value.textValue() : value.isBoolean() ? (Object) value.booleanValue() : value.isNumber() ? value.decimalValue() : value.isArray() ? List.of() : Map.of();
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(Progress.VARIABLE) Progress progress) {
        return GroupRows.answer(spec, progress.fold.rows());
    }
}
