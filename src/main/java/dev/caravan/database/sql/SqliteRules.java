package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/**
 * Rules of SQLite. A column's declared type does not restrict its values. BOOLEAN, DATE, TIMESTAMP and JSON are conventions of people, not
 * types of SQLite. Times that are stored as text are compared by instant.
 */
final class SqliteRules extends SqlRules {

    private static final String INSTANT = "strftime('%Y-%m-%d %H:%M:%f', ";
    /** The type of columns declared as JSON: any value, but stored as JSON text. */
    private static final JsonType JSON = new JsonType("any", null);
    private static final Map<String, Double> INFINITE = Map.of("Infinity", Double.POSITIVE_INFINITY, "-Infinity", Double.NEGATIVE_INFINITY);

    /** The members of objects that stand for bytes outside of a BLOB, text in a BLOB, and text whose bytes are no UTF-8. */
    private static final String MARKED_BYTES = "$base64";
    private static final String MARKED_TEXT = "$text";
    private static final String MARKED_BYTES_OF_TEXT = "$base64_text";

    SqliteRules(ObjectMapper mapper) {
        super(new Words("\"", "NUMERIC", " default values", "avg(%s)", false), mapper);
    }

    /** Returns the meaning of the declared type. Words that SQLite does not know come first, then SQLite's rules of affinity. */
    @Override
    JsonType jsonType(String stored) {
        String type = stored.toUpperCase(Locale.ROOT);
        if (type.contains("BOOL")) {
            return JsonType.BOOLEAN;
        }
        if (type.contains("JSON")) {
            return JSON;
        }
        if (type.contains("TIMESTAMP") || type.contains("DATETIME")) {
            return JsonType.TIME;
        }
        if (type.contains("INT")) {
            return JsonType.INTEGER;
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") || type.startsWith("DATE") || type.startsWith("TIME")
                || type.startsWith("UUID")) {
            return JsonType.STRING;
        }
        return type.contains("BLOB") ? JsonType.BYTES : type.isBlank() || type.equals("ANY") ? JsonType.ANY : JsonType.NUMBER;
    }

    @Override
    SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
        JsonType type = jsonType(column.stored());
        if (type.isNumber() && value instanceof String text && !text.strip().matches("[+-]?[0-9.]+([eE][+-]?[0-9]+)?")) {
            throw unfit(column, value);
        }
        return type == JsonType.TIME && value instanceof String ? text(value) : comparedValue(column, value);
    }

    @Override
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        JsonType type = jsonType(column.stored());
        if (value instanceof Map<?, ?> marked && marked.size() == 1 && type != JSON) {
            Map.Entry<?, ?> only = marked.entrySet().iterator().next();
            if (only.getKey().equals(MARKED_TEXT)) {
                return text(only.getValue());
            }
            if (only.getKey().equals(MARKED_BYTES) || only.getKey().equals(MARKED_BYTES_OF_TEXT)) {
                SqlStatement bytes = SqlStatement.value(bytes(column, only.getValue()));
                return only.getKey().equals(MARKED_BYTES) ? bytes : bytes.between("+cast(", " as text)");
            }
        }
        if (type == JSON) {
            return text(jsonText(value));
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        if (value instanceof String text) {
            return type == JsonType.BYTES ? SqlStatement.value(bytes(column, text)) : INFINITE.containsKey(text) && type.isNumber()
                    ? SqlStatement.value(INFINITE.get(text)) : type == JsonType.TIME ? CallerTimes.read(text).map(CallerTimes::written)
                    .map(time -> text(time).between(INSTANT, ")")).orElse(text(text)) : text(text);
        }
        return type == JsonType.STRING ? text(value) : SqlStatement.value(number(column, value));
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
        JsonType type = jsonType(columns.getColumnTypeName(place));
        if (value instanceof byte[] bytes) {
            return NODES.binaryNode(bytes);
        }
        if (value instanceof String text) {
            return text.indexOf('\uFFFD') >= 0 ? NODES.objectNode().set(MARKED_BYTES_OF_TEXT, base64(rows.getBytes(place)))
                    : type == JsonType.BYTES ? NODES.objectNode().put(MARKED_TEXT, text) : type == JSON ? parsed(text)
                    : NODES.textNode(text);
        }
        Number number = (Number) value;
        boolean truth = type == JsonType.BOOLEAN && isWhole(number) && (number.longValue() & ~1L) == 0;
        return truth ? NODES.booleanNode(number.longValue() == 1) : isWhole(number) ? NODES.numberNode(number.longValue())
                : Double.isInfinite(number.doubleValue()) ? NODES.textNode(number.toString()) : DatabaseValues.floating(number);
    }

    @Override
    JsonNode shown(ColumnDescription column, JsonNode value) {
        return value.isBinary() && jsonType(column.stored()) != JsonType.BYTES ? NODES.objectNode().set(MARKED_BYTES, value) : value;
    }

    @Override
    protected String compared(ColumnDescription column, String name) {
        JsonType type = jsonType(column.stored());
        return type == JsonType.TIME
                ? "iif(typeof(" + name + ") = 'text', coalesce(" + INSTANT + name + "), " + name + "), " + name + ")"
                : name;
    }

    @Override
    protected String exact(ColumnDescription column) {
        return isText(column) ? name(column) + " collate binary" : compared(column);
    }

    /** Times are compared by the millisecond, so two keys can be equal. JSON is compared by its text, which is not the one shown. */
    @Override
    boolean hasPlace(ColumnDescription column) {
        JsonType type = jsonType(column.stored());
        return type != JSON && !(column.key() && type == JsonType.TIME);
    }

    @Override
    boolean isText(ColumnDescription column) {
        JsonType type = jsonType(column.stored());
        return type == JsonType.STRING || type == JsonType.ANY;
    }

    /** The smallest or largest time as it is stored: the text after the instant, which has 23 characters. */
    @Override
    protected String extreme(String function, ColumnDescription column) {
        return jsonType(column.stored()) == JsonType.TIME
                ? "substr(" + function + "(" + INSTANT + name(column) + ") || " + name(column) + "), 24)" : super.extreme(function, column);
    }
}
