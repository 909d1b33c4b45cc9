package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.SqlCatalogue.SqlTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The steps between the arguments of the SQL tools and the statements that camel-sql runs. The first step has the arguments as body. Names
 * in statements come from the catalogue and are quoted; values are parameters.
 */
@Component("sql")
public record Sql(SqlDriver databases) {

    /** Looks up the table of the arguments, with its columns. */
    public SqlCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        SqlDatabase database = databases.get(name);
        return new SqlCall(database, database.catalogue().tables.get((String) arguments.get("table")));
    }

    /** Looks up the table of the arguments for a write, with the types that its columns have at this moment. */
    public SqlCall write(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        SqlDatabase database = databases.get(name);
        return new SqlCall(database, database.catalogue().current((String) arguments.get("table")));
    }

    /** Translates the arguments of a query tool into a SELECT. */
    public SqlStatement select(@Body Map<String, Object> arguments, @Variable("call") SqlCall call, Exchange exchange) throws Exception {
        prepare(call, PageSpec.of(arguments, exchange, call.table.key(), name -> call.column(name).name()), arguments);
        return select(call).alone(exchange);
    }

    /** Makes the statement that counts the matches. */
    public SqlStatement count(@Variable("call") SqlCall call, Exchange exchange) {
        return SqlStatement.of("select count(*) from ", call.table.quoted(), call.where).alone(exchange);
    }

    /** Shapes the page with its count. The body is the count. */
    public Map<String, Object> counted(@Body List<SqlRow> counted, @Variable("call") SqlCall call) {
        return call.counted(counted.get(0).values()[0].longValue());
    }

    /**
     * Makes the SELECT once more after a failure: for a table whose columns have changed, for a page that the driver can't hold as a
     * whole, and without the row after the page if that row may be the one that is too large. Other failures are thrown.
     */
    public SqlStatement again(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable("call") SqlCall call,
            Exchange exchange) throws Exception {
        boolean outdated = !call.repeated && SqlFailures.mayBeOutdated(thrown);
        SqlTable now = outdated ? call.database.catalogue().tables.now(call.table.name()) : call.table;
        SqlCall next = now.equals(call.table) ? call : new SqlCall(call.database, now);
        if (next != call) {
            exchange.setVariable("call", next);
            prepare(next, call.page(), call.arguments);
        } else if (call.repeated || !SqlFailures.isTooMuch(thrown)) {
            if (call.more || !SqlFailures.isTooMuch(thrown) && !SqlFailures.isOneRow(thrown)) {
                throw thrown;
            }
            call.more = true; // the row after the page, which alone is too large
        }
        next.repeated = true;
        return select(next).alone(exchange);
    }

    /** Translates the arguments of an update tool into an UPDATE. A filter is required. */
    public SqlStatement update(@Body Map<String, Object> arguments, @Variable("call") SqlCall call, Exchange exchange) throws Exception {
        Filters.require(arguments);
        Map<?, ?> data = (Map<?, ?>) arguments.get("data");
        List<SqlStatement> pairs = new ArrayList<>();
        for (Map.Entry<?, ?> value : data.entrySet()) {
            ColumnDescription column = call.column((String) value.getKey());
            pairs.add(SqlStatement.of(call.database.rules().name(column), " = ", call.bound(column, value.getValue())));
        }
        return SqlStatement.of("update ", call.table.quoted(), " set ", SqlStatement.join(", ", pairs), where(call, arguments))
                .alone(exchange);
    }

    /** Translates the arguments of a delete tool into a DELETE. A filter is required. */
    public SqlStatement delete(@Body Map<String, Object> arguments, @Variable("call") SqlCall call, Exchange exchange) throws Exception {
        Filters.require(arguments);
        return SqlStatement.of("delete from ", call.table.quoted(), where(call, arguments)).alone(exchange);
    }

    /**
     * Shapes the rows, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the number
     * of matches.
     */
    public Map<String, Object> page(@Body List<SqlRow> found, @Variable("call") SqlCall call) throws DatabaseFailure {
        List<SqlRow> read = BoundedRows.read(found);
        List<SqlRow> rows = read.size() > call.page().limit() ? read.subList(0, call.page().limit()) : read;
        boolean more = call.more || rows.size() < found.size();
        return call.answer(call.read(rows, i -> call.columns.get(i).name()), more, call.isKnown(more, rows.size()));
    }

    /** Fills in what the statements of a page are made of. */
    private static void prepare(SqlCall call, PageSpec page, Map<String, Object> arguments) throws Exception {
        call.arguments = arguments;
        call.page(page);
        call.where = where(call, arguments);
        for (String column : page.read()) {
            call.columns.add(call.column(column));
        }
        call.columns.addAll(page.read().isEmpty() ? call.table.visible() : List.of());
        if (page.hasPlace()) {
            SqlStatement beyond = beyond(call, page.after(), 0);
            if (page.after() != null) {
                call.where = SqlStatement.of(call.where, call.where.equals(SqlStatement.NOTHING) ? " where (" : " and (", beyond, ")");
            }
        }
    }

    private static SqlStatement select(SqlCall call) throws Exception {
        String selected = call.page().columns().isEmpty() ? call.table.all() : call.database.rules().selected(call.columns);
        Object offset = call.page().offset() == 0 ? "" : SqlStatement.of(" offset ", SqlStatement.value(call.page().offset()));
        return SqlStatement.of("select ", selected, " from ", call.table.quoted(), call.where, order(call), " limit ",
                SqlStatement.value(call.more ? call.page().limit() : call.page().asked()), offset);
    }

    private static String order(SqlCall call) throws Exception {
        StringBuilder text = new StringBuilder();
        for (PageSpec.Order by : call.page().order()) {
            text.append(text.isEmpty() ? " order by " : ", ")
                    .append(call.database.rules().ordered(call.table.name(), call.column(by.column())))
                    .append(by.descending() ? " desc" : " asc");
        }
        return text.toString();
    }

    /**
     * Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before.
     *
     * @param last values as the last row showed them; null for the first page, of which only the order is checked
     * @param i    the column of the order; the row is equal in those before
     */
    private static SqlStatement beyond(SqlCall call, List<?> last, int i) throws Exception {
        if (i == call.page().order().size()) {
            return SqlStatement.of("1 = 0");
        }
        SqlRules rules = call.database.rules();
        ColumnDescription column = call.column(call.page().order().get(i).column());
        if (!rules.hasPlace(column)) {
            throw DatabaseFailure.query("database.cursorColumn", column.name(), "values of type " + column.stored());
        }
        boolean descending = call.page().order().get(i).descending();
        String isNull = rules.name(column) + " is null";
        SqlStatement rest = SqlStatement.of(" and (", beyond(call, last, i + 1), ")");
        if (last == null || last.get(i) == null) {
            return SqlStatement.of(rules.words.nullLast() == descending ? "not (" + isNull + ") or " : "", isNull, rest);
        }
        SqlStatement value = rules.placeValue(column, last.get(i));
        String compared = rules.place(column);
        String way = descending ? " <" : " >";
        boolean mayBeNull = !column.key() || call.database.settings().type() == DatabaseKind.SQLITE; // only its keys may be null
        String orNull = rules.words.nullLast() != descending && mayBeNull ? " or " + isNull : "";
        SqlStatement after = SqlStatement.of(compared, way, " ", value, orNull, " or ", compared, " = ", value, rest);
        return i > 0 ? after // the first comparison is one that an index serves
                : SqlStatement.of("(", compared, way, "= ", value, orNull, ") and (", after, ")");
    }

    /** Returns the end of a statement: {@code where …}, or nothing if there are no filters. */
    static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws Exception {
        return call.database.rules().where(Filters.of(arguments.get("filters"), call.table.byName()::containsKey), call::column);
    }

    /** The table of a call, and the query of a page. */
    static final class SqlCall extends PageCall {

        final SqlDatabase database;
        /** Null for statements that the caller wrote. */
        final SqlTable table;
        final List<ColumnDescription> columns = new ArrayList<>();
        /** What an aggregate computes; null for other calls. */
        AggregateSpec aggregate;
        private SqlStatement where;
        private Map<String, Object> arguments;
        /** Whether a row follows that the statement does not ask for, because it alone is too large. */
        private boolean more;
        /** Whether the statement is made for the second time. */
        private boolean repeated;

        SqlCall(SqlDatabase database, SqlTable table) {
            this.database = database;
            this.table = table;
        }

        ColumnDescription column(String name) throws Exception {
            return database.catalogue().column(table, name);
        }

        SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
            return value == null ? SqlStatement.of("null") : database.rules().bound(column, value);
        }

        @Override
        protected List<?> last(ObjectNode row) throws DatabaseFailure {
            for (String column : table.key()) {
                if (page().order().stream().anyMatch(by -> by.column().equals(column)) && row.get(column).isNull()) {
                    throw DatabaseFailure.query("database.cursorColumn", column, "null"); // SQLite allows several such rows
                }
            }
            return super.last(row);
        }

        /** @param names of the selected columns in the answer */
        List<ObjectNode> read(List<SqlRow> found, IntFunction<String> names) {
            List<ObjectNode> rows = new ArrayList<>(found.size());
            for (SqlRow row : found) {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (int i = 0; i < columns.size(); i++) {
                    object.set(names.apply(i), database.rules().shown(columns.get(i), row.values()[i]));
                }
                rows.add(object);
            }
            return rows;
        }
    }
}
