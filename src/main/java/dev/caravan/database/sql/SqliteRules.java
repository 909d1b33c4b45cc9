package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.TableDescription.ColumnDescription;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Map;

/**
 * Rules of SQLite. A column's declared type does not restrict its values. BOOLEAN, DATE, TIMESTAMP and JSON are conventions of people, not
 * types of SQLite. Times that are stored as text are compared by instant.
 */
final class SqliteRules extends SqlRules {

    private static final String INSTANT = "strftime('%Y-%m-%d %H:%M:%f', ";
    private static final Map<String, Double> INFINITE = Map.of("Infinity", Double.POSITIVE_INFINITY, "-Infinity", Double.NEGATIVE_INFINITY);

    /** The members of objects that stand for bytes outside of a BLOB, text in a BLOB, and text whose bytes are no UTF-8. */
    private static final String MARKED_BYTES = "$base64";
    private static final String MARKED_TEXT = "$text";
    private static final String MARKED_BYTES_OF_TEXT = "$base64_text";

    SqliteRules(ObjectMapper mapper) {
        super(new Words("s", "\"", "NUMERIC", " default values", "avg(%s)", false), mapper);
    }

    @Override
    SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
        Kind kind = kind(column);
        if (kind.json.isNumber() && value instanceof String text && !text.strip().matches("[+-]?[0-9.]+([eE][+-]?[0-9]+)?")) {
            throw unfit(column, value);
        }
        return kind == Kind.STAMP && value instanceof String ? text(value) : comparedValue(column, value);
    }

    @Override
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        Kind kind = kind(column);
        if (value instanceof Map<?, ?> marked && marked.size() == 1 && kind != Kind.JSON) {
            Map.Entry<?, ?> only = marked.entrySet().iterator().next();
            if (only.getKey().equals(MARKED_TEXT)) {
                return text(only.getValue());
            }
            if (only.getKey().equals(MARKED_BYTES) || only.getKey().equals(MARKED_BYTES_OF_TEXT)) {
                SqlStatement bytes = SqlStatement.value(bytes(column, only.getValue()));
                return only.getKey().equals(MARKED_BYTES) ? bytes : bytes.between("+cast(", " as text)");
            }
        }
        if (kind == Kind.JSON) {
            return text(jsonText(value));
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        if (value instanceof String text) {
            return kind == Kind.BYTES ? SqlStatement.value(bytes(column, text)) : INFINITE.containsKey(text) && kind.json.isNumber()
                    ? SqlStatement.value(INFINITE.get(text)) : kind == Kind.STAMP ? CallerTimes.read(text).map(CallerTimes::written)
                    .map(time -> text(time).between(INSTANT, ")")).orElse(text(text)) : text(text);
        }
        return kind == Kind.TEXT ? text(value) : SqlStatement.value(number(column, value));
    }

    private Object number(ColumnDescription column, Object value) throws DatabaseFailure {
        if (isWhole(value) || value instanceof Boolean) {
            return value instanceof Boolean truth ? (Object) (truth ? 1 : 0) : value;
        }
        BigDecimal decimal = DatabaseValues.decimal(value);
        boolean whole = decimal.stripTrailingZeros().scale() <= 0 && (long) decimal.precision() - decimal.scale() <= 18;
        return whole ? (Object) decimal.longValueExact() : floating(column, decimal, false); // SQLite has no other numbers
    }

    /** The type of an expression may differ from row to row. */
    @Override
    Reader reader(ResultSetMetaData columns, int column) {
        return (rows, place) -> read(rows, columns, place);
    }

    private JsonNode read(ResultSet rows, ResultSetMetaData columns, int place) throws SQLException {
        Object value = rows.getObject(place);
        if (value == null) {
            return NODES.nullNode();
        }
        Kind kind = kind(columns.getColumnTypeName(place));
        if (value instanceof byte[] bytes) {
            return NODES.binaryNode(bytes);
        }
        if (value instanceof String text) {
            return text.indexOf('\uFFFD') >= 0 ? NODES.objectNode().set(MARKED_BYTES_OF_TEXT, base64(rows.getBytes(place)))
                    : kind == Kind.BYTES ? NODES.objectNode().put(MARKED_TEXT, text) : kind == Kind.JSON ? parsed(text)
                    : NODES.textNode(text);
        }
        Number number = (Number) value;
        boolean truth = kind == Kind.BOOLEAN && isWhole(number) && (number.longValue() & ~1L) == 0;
        return truth ? NODES.booleanNode(number.longValue() == 1) : isWhole(number) ? NODES.numberNode(number.longValue())
                : Double.isInfinite(number.doubleValue()) ? NODES.textNode(number.toString()) : DatabaseValues.floating(number);
    }

    @Override
    JsonNode shown(ColumnDescription column, JsonNode value) {
        return value.isBinary() && kind(column) != Kind.BYTES ? NODES.objectNode().set(MARKED_BYTES, value) : value;
    }

    @Override
    protected String compared(ColumnDescription column, String name) {
        Kind kind = kind(column);
        return kind == Kind.STAMP ? "iif(typeof(" + name + ") = 'text', coalesce(" + INSTANT + name + "), " + name + "), " + name + ")"
                : name;
    }

    @Override
    protected String exact(ColumnDescription column) {
        return isText(column) ? name(column) + " collate binary" : compared(column);
    }

    /** Times are compared by the millisecond, so two keys can be equal. */
    @Override
    boolean hasPlace(ColumnDescription column) {
        return super.hasPlace(column) && !(column.key() && kind(column) == Kind.STAMP);
    }

    /** The smallest or largest time as it is stored: the text after the instant, which has 23 characters. */
    @Override
    protected String extreme(String function, ColumnDescription column) {
        return kind(column) == Kind.STAMP
                ? "substr(" + function + "(" + INSTANT + name(column) + ") || " + name(column) + "), 24)" : super.extreme(function, column);
    }
}
