package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableDescription.JsonType;
import java.math.BigDecimal;
import java.sql.Types;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Rules of MySQL and MariaDB. Their collations ignore case, accents and trailing blanks, so text is also compared as bytes. The comparison
 * by collation stays where it lets an index be used. Connections are in UTC.
 */
final class MySqlRules extends SqlRules {

    /** The type JSON. In MariaDB it is long text with a check; the catalogue reports it as JSON. */
    static final String JSON = "JSON";

    private static final Set<String> TEXT = Set.of("CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET");
    private static final Set<String> BYTES = Set.of("BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB");
    private static final Set<String> WHOLE = Set.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT", "YEAR", "BIT");
    private static final Set<String> FRACTIONS = Set.of("DECIMAL", "NUMERIC", "FLOAT", "DOUBLE", "REAL");
    private static final Set<String> STAMPS = Set.of("DATETIME", "TIMESTAMP");
    private static final Set<String> SPATIAL = Set.of("GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT",
            "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION");
    private static final Set<String> TIMES = Set.of("DATE", "TIME", "YEAR");

    MySqlRules(ObjectMapper mapper) {
        super("`", mapper);
    }

    @Override
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return reads ? Optional.of(SqlStatement.of("start transaction read only")) : Optional.empty();
    }

    @Override
    SqlStatement bound(Column column, Object value) throws DatabaseFailure {
        String type = type(column);
        if (type.equals(JSON)) {
            return text(jsonText(value));
        }
        if (isComposite(value)) {
            throw unfit(column, value);
        }
        if (BYTES.contains(type)) {
            return SqlStatement.value(bytes(column, value));
        }
        if (STAMPS.contains(type)) {
            return text(CallerTimes.read(value.toString()).map(CallerTimes::written).orElseThrow(() -> unfit(column, value)));
        }
        if (value instanceof Boolean || isWhole(value) && !isFloating(column)) {
            return TEXT.contains(type) ? text(value) : SqlStatement.value(value);
        }
        if (value instanceof Number && isFloating(column)) {
            return SqlStatement.value(floating(column, value, isSingle(column)));
        }
        return value instanceof Number && !TEXT.contains(type) ? SqlStatement.value(DatabaseValues.decimal(value)) : text(value);
    }

    @Override
    String selected(Column column) {
        String type = type(column);
        String name = name(column);
        return STAMPS.contains(type) || TIMES.contains(type) ? "cast(" + name + " as char) as " + name
                : isSingle(column) ? name + " + 0e0 as " + name : name; // MySQL itself shows six digits of a FLOAT
    }

    @Override
    Object json(Column column, Object value) {
        String type = type(column);
        if (value instanceof byte[] bytes) {
            return type.equals("BIT") ? bits(bytes) : Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof String text && STAMPS.contains(type)) {
            String iso = text.replace(' ', 'T');
            return type.equals("TIMESTAMP") && !iso.endsWith("Z") ? iso + "Z" : iso; // a key of an inserted row has its zone already
        }
        if (value instanceof Double number && isSingle(column)) {
            return number.floatValue();
        }
        return value instanceof String text && type.equals(JSON) ? parsed(text) : value;
    }

    private static long bits(byte[] bytes) {
        long bits = 0;
        for (byte b : bytes) {
            bits = bits << 8 | b & 0xff;
        }
        return bits;
    }

    @Override
    protected SqlStatement equal(Column column, Object value) throws DatabaseFailure {
        SqlStatement exact = super.equal(column, value);
        return isText(column)
                ? new SqlStatement.Writer().add(name(column)).add(" = ").add(bound(column, value)).add(" and ").add(exact).statement()
                : exact;
    }

    @Override
    protected String compared(Column column, String name) {
        return isText(column) ? "cast(convert(" + name + " using utf8mb4) as binary)" : name;
    }

    @Override
    String place(Column column) {
        String type = type(column);
        return isText(column) ? "convert(" + name(column) + " using utf8mb4)" : BYTES.contains(type) ? "hex(" + name(column) + ")"
                : isFloating(column) ? name(column) + " + 0e0"
                : type.equals("BIT") || type.equals("YEAR") ? name(column) + " + 0" : "cast(" + name(column) + " as char)";
    }

    @Override
    protected SqlStatement placed(Column column, String value) throws DatabaseFailure {
        if (!isNumber(column)) {
            return isText(column) ? comparedText(value) : BYTES.contains(type(column)) ? text(value).between("unhex(", ")") : text(value);
        }
        try {
            return SqlStatement.value(isFloating(column) ? (Object) Double.valueOf(value) : new BigDecimal(value));
        } catch (NumberFormatException e) {
            throw unfit(column, value);
        }
    }

    /** MySQL and MariaDB compare JSON differently, and spatial values not by their order. */
    @Override
    boolean hasPlace(Column column, boolean key) {
        return !type(column).equals(JSON) && !SPATIAL.contains(type(column));
    }

    @Override
    protected SqlStatement comparedValue(Column column, Object value) throws DatabaseFailure {
        return isText(column) && !isComposite(value) ? comparedText(value.toString())
                : isSingle(column) && value instanceof Number ? SqlStatement.value(nearest(value, true)) : bound(column, value);
    }

    @Override
    protected SqlStatement comparedText(String pattern) {
        return text(pattern).between("cast(", " as binary)");
    }

    @Override
    String defaults() {
        return " () values ()";
    }

    @Override
    boolean isText(Column column) {
        return TEXT.contains(type(column));
    }

    @Override
    protected String[] numberTypes() {
        return new String[] {"BIGINT", "DECIMAL", "DOUBLE"};
    }

    @Override
    protected boolean isFloating(Column column) {
        return Set.of("FLOAT", "DOUBLE", "REAL").contains(type(column).replace(" UNSIGNED", ""));
    }

    /** MySQL's own average of decimals has only four digits more than they have. */
    @Override
    protected String average(Column column) {
        return "avg(" + name(column) + " + 0e0)";
    }

    @Override
    protected String extreme(String function, Column column) {
        return isText(column) ? "convert(" + super.extreme(function, column) + " using utf8mb4)" : super.extreme(function, column);
    }

    @Override
    JsonType jsonType(Column column) {
        String type = type(column);
        if (column.jdbcType() == Types.BIT && !type.equals("BIT") || column.jdbcType() == Types.BOOLEAN) {
            return JsonType.BOOLEAN;
        }
        if (WHOLE.contains(type.replace(" UNSIGNED", ""))) {
            return JsonType.INTEGER;
        }
        return isNumber(column) ? JsonType.NUMBER : type.equals(JSON) ? JsonType.ANY : STAMPS.contains(type) ? JsonType.TIME
                : type.equals("DATE") ? JsonType.DATE : BYTES.contains(type) ? JsonType.BYTES : JsonType.STRING;
    }

    private static boolean isSingle(Column column) {
        return type(column).startsWith("FLOAT");
    }

    private static boolean isNumber(Column column) {
        String type = type(column).replace(" UNSIGNED", "");
        return WHOLE.contains(type) || FRACTIONS.contains(type);
    }

    private static String type(Column column) {
        String type = column.type().toUpperCase(Locale.ROOT);
        int end = type.indexOf('(');
        return end < 0 ? type : type.substring(0, end);
    }
}
