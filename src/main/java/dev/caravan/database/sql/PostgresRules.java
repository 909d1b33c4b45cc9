package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.TableDescription.ColumnDescription;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.postgresql.util.PGobject;

/**
 * The rules of PostgreSQL. Values are the server's own text, except for numbers, booleans, JSON, arrays, bytes in Base64, and times as ISO
 * 8601. A value is bound as text, whose type the server infers from the column, as for a literal.
 */
final class PostgresRules extends SqlRules {

    PostgresRules(ObjectMapper mapper) {
        super(new Words("p", "\"", "numeric", " default values", "avg(%s)::float8", true), mapper);
    }

    @Override
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return Optional.of(SqlStatement.of("select set_config('search_path', concat_ws(', ', quote_ident(", SqlStatement.value(schema),
                "), nullif(current_setting('search_path'), '')), true)", reads ? ", set_config('transaction_read_only', 'on', true)" : ""));
    }

    @Override
    SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
        if (kind(column) == Kind.WHOLE && value instanceof Number && !isWhole(value)
                && DatabaseValues.decimal(value).stripTrailingZeros().scale() > 0) {
            throw unfit(column, value); // the server would round it
        }
        return comparedValue(column, value);
    }

    @Override
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        String type = column.stored();
        Kind kind = kind(type);
        if (value instanceof Boolean && kind == Kind.BOOLEAN) {
            return SqlStatement.value(value);
        }
        if (value instanceof Number && (kind == Kind.WHOLE || kind == Kind.DECIMAL)) {
            return SqlStatement.value(isWhole(value) ? ((Number) value).longValue() : (Object) DatabaseValues.decimal(value));
        }
        if (kind == Kind.FLOAT && value instanceof Number) {
            float nearest = DatabaseValues.decimal(value).floatValue();
            double wide = DatabaseValues.decimal(value).doubleValue(); // no value of the column, but of a comparison
            if (!Float.isFinite(nearest) || nearest == 0 && wide != 0) {
                return SqlStatement.value(wide);
            }
        }
        SqlStatement text = text(literal(column, type, value));
        boolean typed = kind == Kind.JSON || kind == Kind.BYTES || kind == Kind.ROW || type.startsWith("reg"); // else the server infers it
        return typed ? text.between("cast(", " as " + type + ")") : text;
    }

    /** Returns the text that the server reads as the value. */
    private String literal(ColumnDescription column, String type, Object value) throws DatabaseFailure {
        Kind kind = kind(type);
        if (kind == Kind.JSON) {
            return jsonText(value);
        }
        if (kind == Kind.ARRAY && value instanceof List<?> list) {
            return DatabaseValues.postgresArray(literals(column, type.substring(1), list), String::valueOf);
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        return kind == Kind.BYTES ? "\\x" + HexFormat.of().formatHex(bytes(column, value))
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
            case Types.REAL -> json(Kind.FLOAT, text);
            case Types.DOUBLE -> json(Kind.DOUBLE, text); // money too
            case Types.BIT, Types.BOOLEAN -> json(Kind.BOOLEAN, text);
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> json(Kind.STAMP, text);
            case Types.BINARY -> json(Kind.BYTES, text);
            case Types.ARRAY -> array(rows.getArray(place), text);
            case Types.OTHER -> json(rows.getObject(place) instanceof PGobject object ? kind(object.getType()) : Kind.OTHER, text);
            default -> NODES.textNode(text);
        };
    }

    private JsonNode json(Kind kind, String text) {
        return switch (kind) {
            case JSON -> parsed(text);
            case BOOLEAN -> text.equals("t") || text.equals("f") ? NODES.booleanNode(text.equals("t")) : NODES.textNode(text);
            case BYTES -> text.startsWith("\\x") ? base64(HexFormat.of().parseHex(text.substring(2))) : NODES.textNode(text);
            case FLOAT, DOUBLE -> floating(kind, text);
            case WHOLE, DECIMAL -> number(text);
            case STAMP -> NODES.textNode(text.endsWith(" BC") ? text : text.replace(' ', 'T').replace("+00", "Z"));
            default -> NODES.textNode(text);
        };
    }

    /** The server's text may have more digits than needed. */
    private static JsonNode floating(Kind kind, String text) {
        try {
            double number = Double.parseDouble(text);
            return !Double.isFinite(number) ? NODES.textNode(text)
                    : DatabaseValues.floating(kind == Kind.FLOAT ? (Number) Float.valueOf(text) : (Number) number);
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

    /** The text of a char has no blanks at its end, though they are shown. */
    @Override
    protected String pattern(ColumnDescription column) {
        return name(column) + (column.stored().equals("bpchar") ? "" : "::text") + " collate \"C\"";
    }

    @Override
    protected String sum(ColumnDescription column) {
        return "sum(" + name(column) + (kind(column) == Kind.FLOAT ? "::float8)" : ")");
    }
}
