package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.PostgresText;
import dev.caravan.database.Filters;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.postgresql.util.PGobject;

/**
 * The rules of PostgreSQL. Values are the server's own text, except for numbers, booleans, JSON, arrays, bytes in Base64, and times as ISO
 * 8601. A value is bound as text, whose type the server infers from the column, as for a literal.
 */
final class PostgresRules extends SqlRules {

    private static final Set<String> WHOLE = Set.of("int2", "int4", "int8", "oid");
    private static final Set<String> NUMBERS = Set.of("int2", "int4", "int8", "oid", "float4", "float8", "numeric");
    private static final Set<String> TEXT = Set.of("text", "varchar", "bpchar", "name");
    private static final Set<String> JSON = Set.of("json", "jsonb");
    private static final Set<String> STAMPS = Set.of("timestamptz", "timestamp");

    PostgresRules(ObjectMapper mapper) {
        super(new Words("\"", "numeric", " default values", "avg(%s)::float8", true), mapper);
    }

    @Override
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return Optional.of(SqlStatement.of("select set_config('search_path', concat_ws(', ', quote_ident(", SqlStatement.value(schema),
                "), nullif(current_setting('search_path'), '')), true)", reads ? ", set_config('transaction_read_only', 'on', true)" : ""));
    }

    @Override
    SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
        if (WHOLE.contains(column.stored()) && value instanceof Number && !isWhole(value)
                && DatabaseValues.decimal(value).stripTrailingZeros().scale() > 0) {
            throw unfit(column, value); // the server would round it
        }
        return comparedValue(column, value);
    }

    @Override
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        String type = column.stored();
        if (value instanceof Boolean && type.equals("bool")) {
            return SqlStatement.value(value);
        }
        if (value instanceof Number && (WHOLE.contains(type) || type.equals("numeric"))) {
            return SqlStatement.value(isWhole(value) ? ((Number) value).longValue() : (Object) DatabaseValues.decimal(value));
        }
        if (type.equals("float4") && value instanceof Number) {
            float nearest = DatabaseValues.decimal(value).floatValue();
            double wide = DatabaseValues.decimal(value).doubleValue(); // no value of the column, but of a comparison
            if (!Float.isFinite(nearest) || nearest == 0 && wide != 0) {
                return SqlStatement.value(wide);
            }
        }
        SqlStatement text = text(literal(column, type, value));
        boolean typed = JSON.contains(type) || type.equals("bytea") || type.startsWith("reg") || isRow(type); // else the server infers it
        return typed ? text.between("cast(", " as " + type + ")") : text;
    }

    /** Returns the text that the server reads as the value. */
    private String literal(ColumnDescription column, String type, Object value) throws DatabaseFailure {
        if (JSON.contains(type)) {
            return jsonText(value);
        }
        if (type.startsWith("_") && value instanceof List<?> list) {
            return PostgresText.array(literals(column, type.substring(1), list), String::valueOf);
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        return type.equals("bytea") ? "\\x" + HexFormat.of().formatHex(bytes(column, value))
                : type.equals("timestamp") ? CallerTimes.read(value.toString()).map(CallerTimes::written).orElse(value.toString())
                : value.toString();
    }

    private List<Object> literals(ColumnDescription column, String type, List<?> list) throws DatabaseFailure {
        List<Object> all = new ArrayList<>();
        for (Object item : list) {
            all.add(item == null ? null : item instanceof List<?> inner ? literals(column, type, inner) : literal(column, type, item));
        }
        return all;
    }

    @Override
    Reader reader(ResultSetMetaData columns, int column) throws SQLException {
        int type = columns.getColumnType(column);
        return (rows, place) -> {
            String text = rows.getString(place);
            return text == null ? NODES.nullNode() : read(type, rows, place, text);
        };
    }

    private JsonNode read(int type, ResultSet rows, int place, String text) throws SQLException {
        return switch (type) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC -> number(text);
            case Types.REAL -> json("float4", text);
            case Types.DOUBLE -> json("float8", text); // money too
            case Types.BIT, Types.BOOLEAN -> json("bool", text);
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> json("timestamp", text);
            case Types.BINARY -> json("bytea", text);
            case Types.ARRAY -> array(rows.getArray(place), text);
            case Types.OTHER -> rows.getObject(place) instanceof PGobject object ? json(object.getType(), text) : NODES.textNode(text);
            default -> NODES.textNode(text);
        };
    }

    private JsonNode json(String type, String text) {
        if (JSON.contains(type)) {
            return parsed(text);
        }
        if (type.equals("bool") && (text.equals("t") || text.equals("f"))) {
            return NODES.booleanNode(text.equals("t"));
        }
        if (type.equals("bytea") && text.startsWith("\\x")) {
            return base64(HexFormat.of().parseHex(text.substring(2)));
        }
        if (type.startsWith("float")) {
            return floating(type, text);
        }
        boolean stamp = STAMPS.contains(type) && text.indexOf(' ') > 0 && !text.endsWith(" BC");
        return NUMBERS.contains(type) ? number(text) : NODES.textNode(stamp ? text.replace(' ', 'T').replace("+00", "Z") : text);
    }

    /** The server's text may have more digits than needed. */
    private static JsonNode floating(String type, String text) {
        try {
            double number = Double.parseDouble(text);
            return !Double.isFinite(number) ? NODES.textNode(text)
                    : DatabaseValues.floating(type.equals("float4") ? (Number) Float.valueOf(text) : (Number) number);
        } catch (NumberFormatException e) {
            return NODES.textNode(text);
        }
    }

    /** Reads an array. An array whose bounds are not the usual ones stays text. */
    private JsonNode array(Array array, String text) throws SQLException {
        if (!text.startsWith("{") || array.getBaseTypeName().equals("box")) {
            return NODES.textNode(text);
        }
        ArrayNode list = NODES.arrayNode();
        try (ResultSet items = array.getResultSet()) {
            Reader reader = reader(items.getMetaData(), 2);
            while (items.next()) {
                list.add(reader.read(items, 2));
            }
        }
        return list;
    }

    @Override
    protected SqlStatement equal(ColumnDescription column, Object value) throws DatabaseFailure {
        if (column.stored().equals("json")) {
            return bound(column, value).between(name(column) + "::jsonb = ", "::jsonb");
        }
        return super.equal(column, value);
    }

    @Override
    protected String pattern(ColumnDescription column) {
        return name(column) + (TEXT.contains(column.stored()) ? " collate \"C\"" : "::text");
    }

    /** A row of nulls is null and is not, and null in JSON is shown like no value. */
    @Override
    boolean hasPlace(ColumnDescription column) {
        return !isRow(column.stored()) && !JSON.contains(column.stored());
    }

    /** Returns whether it is a composite type, whose name has its schema. */
    private static boolean isRow(String type) {
        return type.indexOf('.') > 0;
    }

    @Override
    boolean isText(ColumnDescription column) {
        return TEXT.contains(column.stored()) || column.stored().equals("char") || column.stored().equals("citext")
                || !column.values().isEmpty() && !column.stored().startsWith("_");
    }

    @Override
    protected String sum(ColumnDescription column) {
        return "sum(" + name(column) + (column.stored().equals("float4") ? "::float8)" : ")");
    }

    @Override
    JsonType jsonType(String type) {
        return WHOLE.contains(type) ? JsonType.INTEGER : NUMBERS.contains(type) ? JsonType.NUMBER : JSON.contains(type) ? JsonType.ANY
                : type.startsWith("_") ? JsonType.ARRAY : STAMPS.contains(type) ? JsonType.TIME : switch (type) {
                    case "bool" -> JsonType.BOOLEAN;
                    case "date" -> JsonType.DATE;
                    case "bytea" -> JsonType.BYTES;
                    default -> JsonType.STRING;
                };
    }
}
