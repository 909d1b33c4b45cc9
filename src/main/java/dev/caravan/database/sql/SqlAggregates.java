package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageSpec;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.sql.AggregateSpec.Metric;
import dev.caravan.database.sql.AggregateSpec.Metric.Function;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.Sql.SqlCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates an aggregate into a SELECT. A subquery computes the groups, and its columns have generated names. So {@code having} and
 * {@code order_by} compare them as filters compare columns, and a caller's name never means another column.
 */
@Component("sqlAggregates")
public class SqlAggregates {

    /** The columns of the subquery, by the names of the result. */
    private record Computed(Map<String, ColumnDescription> columns, SqlStatement statement) {
    }

    /** Translates the aggregate into a SELECT that asks for one group more than the answer may have. */
    public SqlStatement select(@Body Map<String, Object> arguments, @Variable("call") SqlCall call, Exchange exchange) throws Exception {
        AggregateSpec spec = AggregateSpec.of(arguments, exchange);
        call.aggregate = spec;
        SqlRules rules = call.database.rules();
        Computed groups = groups(arguments, spec, call);
        call.columns.addAll(groups.columns().values());
        String head = "select " + rules.selected(call.columns) + " from (";
        SqlStatement having = rules.where(spec.having(), groups.columns()::get);
        StringBuilder order = new StringBuilder();
        for (PageSpec.Order by : spec.order()) {
            ColumnDescription column = groups.columns().get(by.column());
            String way = by.descending() ? " desc" : " asc";
            order.append(order.isEmpty() ? " order by (" : ", (").append(rules.quoted(column.name())).append(" is null)").append(way)
                    .append(", ").append(rules.ordered("grouped", column)).append(way);
        }
        return SqlStatement.of(head, groups.statement(), ") as grouped", having, order, " limit ", SqlStatement.value(spec.limit() + 1))
                .alone(exchange);
    }

    private static Computed groups(Map<String, Object> arguments, AggregateSpec spec, SqlCall call) throws Exception {
        SqlRules rules = call.database.rules();
        Map<String, ColumnDescription> columns = new LinkedHashMap<>();
        List<String> selected = new ArrayList<>();
        List<String> grouped = new ArrayList<>();
        for (String name : spec.groupBy()) {
            ColumnDescription column = call.column(name);
            AggregateSpec.check("group_by", Function.COUNT_DISTINCT, column, rules.kind(column).json);
            ColumnDescription alias = ColumnDescription.of("g" + columns.size(), JsonType.ANY, column.stored(), false);
            columns.put(name, alias);
            selected.add(rules.quoted(column.name()) + " as " + rules.quoted(alias.name()));
            grouped.add(rules.exact(column));
        }
        for (Metric metric : spec.metrics()) {
            ColumnDescription column = metric.column() == null ? null : call.column(metric.column());
            if (column != null) {
                AggregateSpec.check(metric.name() + ": " + metric.function().word(), metric.function(), column,
                        rules.kind(column).json);
            }
            ColumnDescription alias = rules.metricColumn(metric.function(), column, "m" + columns.size());
            columns.put(metric.name(), alias);
            selected.add(rules.metric(metric.function(), column) + " as " + rules.quoted(alias.name()));
        }
        return new Computed(columns, SqlStatement.of("select ", String.join(", ", selected), " from ", call.table.quoted(),
                Sql.where(call, arguments), grouped.isEmpty() ? "" : " group by " + String.join(", ", grouped)));
    }

    /** Shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Body List<SqlRow> found, @Variable("call") SqlCall call) {
        AggregateSpec spec = call.aggregate;
        List<String> names = Stream.concat(spec.groupBy().stream(), spec.metrics().stream().map(Metric::name)).toList();
        List<SqlRow> read = BoundedRows.read(found);
        List<ObjectNode> rows = call.read(read.subList(0, Math.min(read.size(), spec.limit())), names::get);
        return DatabaseValues.object("data", rows, "has_more", rows.size() < found.size());
    }
}
