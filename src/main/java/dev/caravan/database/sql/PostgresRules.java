package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.PostgresText;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableDescription.JsonType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rules of PostgreSQL. Numbers, text and booleans are bound as such. All other values are bound as text, and PostgreSQL casts them to the
 * column's type. Such values are read as text or as PostgreSQL's JSON.
 */
final class PostgresRules extends SqlRules {

    private static final Set<String> WHOLE = Set.of("int2", "int4", "int8", "oid", "smallserial", "serial", "bigserial");
    private static final Set<String> FLOATING = Set.of("float4", "float8");
    private static final Set<String> TEXT = Set.of("text", "varchar", "bpchar", "name");
    private static final Set<String> JSON = Set.of("json", "jsonb");
    private static final Set<String> STAMPS = Set.of("timestamptz", "timestamp");

    PostgresRules(ObjectMapper mapper) {
        super("\"", mapper);
    }

    /** Names without a schema mean tables of the own schema first. Triggers still find what the role's search path has. */
    @Override
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        String path = "set_config('search_path', concat_ws(', ', quote_ident(?), nullif(current_setting('search_path'), '')), true)";
        return Optional.of(SqlStatement.of("select " + path + (reads ? ", set_config('transaction_read_only', 'on', true)" : ""), schema));
    }

    @Override
    SqlStatement bound(Column column, Object value) throws DatabaseFailure {
        String type = column.type();
        if (JSON.contains(type)) {
            return cast(text(jsonText(value)), type);
        }
        if (isArray(type)) {
            if (!(value instanceof List<?> list)) {
                throw unfit(column, value);
            }
            return cast(text(PostgresText.array(list, this::jsonText)), type);
        }
        if (isComposite(value)) {
            throw unfit(column, value);
        }
        if (type.equals("bytea")) {
            bytes(column, value);
            return text(value).between("decode(", ", 'base64')");
        }
        if (WHOLE.contains(type) && isWhole(value)) {
            return SqlStatement.value(((Number) value).longValue());
        }
        if (type.equals("numeric") && value instanceof Number) {
            return SqlStatement.value(DatabaseValues.decimal(value));
        }
        if (FLOATING.contains(type) && value instanceof Number) {
            return SqlStatement.value(floating(column, value, type.equals("float4")));
        }
        if (type.equals("bool") && value instanceof Boolean) {
            return SqlStatement.value(value);
        }
        return TEXT.contains(type) ? text(value) : cast(text(value), type);
    }

    @Override
    String selected(Column column) {
        String name = name(column);
        String type = column.type();
        if (type.equals("bytea")) {
            return "translate(encode(" + name + ", 'base64'), E'\\n', '') as " + name;
        }
        if (isArray(type)) {
            return "to_jsonb(" + name + ")::text as " + name;
        }
        if (JSON.contains(type)) {
            return name + "::text as " + name;
        }
        boolean plain = isNumber(type) || type.equals("bool") || TEXT.contains(type);
        return plain ? name : "(to_json(" + name + ") #>> '{}') as " + name; // the type's own text; times as ISO 8601
    }

    @Override
    Object json(Column column, Object value) {
        String type = column.type();
        if (value == null) {
            return null;
        }
        if (JSON.contains(type) || isArray(type)) {
            return parsed((String) value);
        }
        if (type.equals("timestamptz")) {
            return PostgresText.instant((String) value);
        }
        return value instanceof Double number && !Double.isFinite(number) || value instanceof Float single && !Float.isFinite(single)
                ? value.toString() : value;
    }

    @Override
    protected SqlStatement equal(Column column, Object value) throws DatabaseFailure {
        if (column.type().equals("json")) {
            return bound(column, value).between(name(column) + "::jsonb = ", "::jsonb");
        }
        return TEXT.contains(column.type()) && !isComposite(value) ? text(value).between(name(column) + " = ", "")
                : super.equal(column, value);
    }

    @Override
    protected String compared(Column column, String name) {
        if (TEXT.contains(column.type())) {
            return name + " collate \"C\"";
        }
        return isText(column) ? name + "::text collate \"C\"" : name;
    }

    @Override
    String place(Column column) {
        return name(column) + "::text";
    }

    @Override
    protected SqlStatement placed(Column column, String value) {
        return isText(column) ? text(value) : cast(text(value), column.type());
    }

    @Override
    boolean isNullLast() {
        return true;
    }

    @Override
    protected SqlStatement comparedValue(Column column, Object value) throws DatabaseFailure {
        if (FLOATING.contains(column.type()) && value instanceof Number) {
            return SqlStatement.value(nearest(value, column.type().equals("float4"))); // as float8, 0.1 would not equal a float4
        }
        return isText(column) && !TEXT.contains(column.type()) && !isComposite(value) ? text(value) : bound(column, value);
    }

    /** Returns whether the column is text to callers. Enumerated types are. */
    @Override
    boolean isText(Column column) {
        return TEXT.contains(column.type()) || column.type().equals("char")
                || column.jdbcType() == java.sql.Types.VARCHAR && !isKnown(column.type());
    }

    @Override
    String grouped(Column column) {
        return name(column);
    }

    @Override
    protected String[] numberTypes() {
        return new String[] {"int8", "numeric", "float8"};
    }

    @Override
    protected boolean isFloating(Column column) {
        return FLOATING.contains(column.type());
    }

    @Override
    protected String sum(Column column) {
        return "sum(" + name(column) + (isFloating(column) ? "::float8)" : ")");
    }

    @Override
    protected String average(Column column) {
        return "avg(" + name(column) + ")::float8";
    }

    @Override
    JsonType jsonType(Column column) {
        String type = column.type();
        if (WHOLE.contains(type)) {
            return JsonType.INTEGER;
        }
        return isNumber(type) ? JsonType.NUMBER
                : type.equals("bool") ? JsonType.BOOLEAN : JSON.contains(type) ? JsonType.ANY : isArray(type) ? JsonType.ARRAY
                        : STAMPS.contains(type) ? JsonType.TIME
                                : type.equals("date") ? JsonType.DATE : type.equals("bytea") ? JsonType.BYTES : JsonType.STRING;
    }

    private static boolean isKnown(String type) {
        return JSON.contains(type) || isArray(type) || STAMPS.contains(type);
    }

    private static boolean isNumber(String type) {
        return WHOLE.contains(type) || FLOATING.contains(type) || type.equals("numeric");
    }

    private static boolean isArray(String type) {
        return type.startsWith("_");
    }

    /** Casts the value. The name of the type comes from the catalogue and is quoted if necessary. */
    private SqlStatement cast(SqlStatement value, String type) {
        return value.between("cast(", " as " + (type.startsWith("\"") ? type : type.endsWith("serial") ? "int8" : quoted(type)) + ")");
    }
}
