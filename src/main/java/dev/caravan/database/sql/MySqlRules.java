package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.TableDescription.ColumnDescription;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules of MySQL and MariaDB. Values are the server's own text, except for numbers, JSON, bytes in Base64, and times as ISO 8601. */
final class MySqlRules extends SqlRules {

    static final String JSON = "JSON";

    private static final Pattern ZEROS = Pattern.compile("\\d{4}-(00-\\d\\d|\\d\\d-00)([T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?)?Z?");
    private static final Pattern DURATION = Pattern.compile("-?\\d{1,3}:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?");

    MySqlRules(ObjectMapper mapper) {
        super(new Words("m", "`", "DECIMAL", " () values ()", "avg(%s + 0e0)", false), mapper);
    }

    @Override
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return reads ? Optional.of(SqlStatement.of("start transaction read only")) : Optional.empty();
    }

    @Override
    SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
        Kind kind = kind(column);
        if (kind == Kind.JSON) {
            return text(jsonText(value));
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        if (kind == Kind.BYTES) {
            return SqlStatement.value(bytes(column, value));
        }
        if (kind == Kind.STAMP) {
            return text(time(column, value));
        }
        if (kind == Kind.TEXT || value instanceof String && !kind.json.isNumber()) {
            return kind == Kind.SPATIAL ? text(value).between("st_geomfromtext(", ")") : text(value);
        }
        if (value instanceof Boolean && column.stored().startsWith("TINYINT")) {
            return SqlStatement.value(value);
        }
        BigDecimal number = decimal(column, value);
        return SqlStatement.value(kind == Kind.FLOAT || kind == Kind.DOUBLE ? floating(column, number, kind == Kind.FLOAT) : number);
    }

    /** MySQL compares a time with any other text too, and then all rows may match. A time with zeros is one of its own. */
    private String time(ColumnDescription column, Object value) throws DatabaseFailure {
        Optional<LocalDateTime> time = CallerTimes.read(value.toString());
        if (time.isEmpty() && !ZEROS.matcher(value.toString()).matches()) {
            throw unfit(column, value);
        }
        return time.map(CallerTimes::written).orElse(value.toString().replaceFirst("Z$", ""));
    }

    /** MySQL would take a text without a number as 0. */
    private BigDecimal decimal(ColumnDescription column, Object value) throws DatabaseFailure {
        try {
            return DatabaseValues.decimal(value);
        } catch (NumberFormatException e) {
            throw unfit(column, value);
        }
    }

    /** MySQL itself shows six digits of a FLOAT. */
    @Override
    String selected(ColumnDescription column) {
        Kind kind = kind(column);
        String name = name(column);
        return kind == Kind.FLOAT ? name + " + 0e0 as " + name : kind == Kind.SPATIAL ? "st_astext(" + name + ") as " + name : name;
    }

    @Override
    Reader reader(ResultSetMetaData columns, int column) throws SQLException {
        String type = columns.getColumnTypeName(column);
        Kind kind = kind(type);
        return (rows, place) -> read(type, kind, rows, place);
    }

    private JsonNode read(String type, Kind kind, ResultSet rows, int place) throws SQLException {
        if (type.startsWith("BIT") || kind == Kind.BYTES || kind == Kind.SPATIAL) {
            byte[] bytes = rows.getBytes(place);
            return bytes == null ? NODES.nullNode()
                    : type.startsWith("BIT") ? BigIntegerNode.valueOf(new BigInteger(1, bytes)) : base64(bytes);
        }
        String text = kind == Kind.STAMP ? stamp(rows, place) : rows.getString(place);
        return text == null ? NODES.nullNode() : switch (kind) {
            case FLOAT -> DatabaseValues.floating(rows.getFloat(place)); // the driver's text has more digits than needed
            case DOUBLE -> DatabaseValues.floating(rows.getDouble(place));
            case STAMP -> NODES.textNode(text.replace(' ', 'T') + (type.startsWith("TIMESTAMP") ? "Z" : ""));
            case WHOLE, DECIMAL -> number(text);
            case JSON -> parsed(text);
            default -> NODES.textNode(text);
        };
    }

    /** Returns a time without the zone of this machine, which the driver's text has. */
    private static String stamp(ResultSet rows, int place) throws SQLException {
        try {
            LocalDateTime time = rows.getObject(place, LocalDateTime.class);
            return time == null ? rows.getString(place) : CallerTimes.written(time);
        } catch (SQLException e) {
            return rows.getString(place); // such as 2024-00-00
        }
    }

    @Override
    JsonNode shown(ColumnDescription column, JsonNode value) {
        return kind(column) == Kind.FLOAT && value.isNumber() ? DatabaseValues.floating(value.floatValue()) : value;
    }

    /** An index of the column's collation finds more rows than those with this value. */
    @Override
    protected SqlStatement equal(ColumnDescription column, Object value) throws DatabaseFailure {
        SqlStatement exact = super.equal(column, value);
        return isText(column) ? SqlStatement.of(name(column), " = ", bound(column, value), " and ", exact) : exact;
    }

    @Override
    protected SqlStatement in(ColumnDescription column, List<?> values) throws DatabaseFailure {
        SqlStatement exact = super.in(column, values);
        return isText(column) ? SqlStatement.of(name(column), " in (", list(values, each -> bound(column, each)), ") and ", exact) : exact;
    }

    @Override
    protected String exact(ColumnDescription column) {
        return isText(column) ? "cast(convert(" + name(column) + " using utf8mb4) as binary)" : name(column);
    }

    @Override
    protected SqlStatement exactValue(ColumnDescription column, Object value) throws DatabaseFailure {
        SqlStatement compared = comparedValue(column, value);
        return isText(column) ? compared.between("cast(", " as binary)") : compared;
    }

    /** A text is not compared with a SET as one of its numbers, by which the rows are ordered. */
    @Override
    boolean hasPlace(ColumnDescription column) {
        return super.hasPlace(column) && !column.stored().equals("SET");
    }

    /** The order of ENUM is that of its numbers. */
    @Override
    String place(ColumnDescription column) {
        return column.values().isEmpty() ? name(column) : "cast(" + name(column) + " as unsigned)";
    }

    @Override
    SqlStatement placeValue(ColumnDescription column, Object value) throws DatabaseFailure {
        return column.values().isEmpty() ? comparedValue(column, value) : SqlStatement.value(column.values().indexOf(value) + 1);
    }

    @Override
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        Kind kind = kind(column);
        if ((kind == Kind.FLOAT || kind == Kind.DOUBLE) && value instanceof Number) {
            BigDecimal number = DatabaseValues.decimal(value);
            boolean single = kind == Kind.FLOAT && Float.isFinite(number.floatValue());
            return SqlStatement.value(single ? number.floatValue() : number.doubleValue());
        }
        if (column.stored().equals("DATE")) {
            return text(time(column, value));
        }
        if (column.stored().equals("TIME") && !DURATION.matcher(value.toString()).matches()) {
            throw unfit(column, value);
        }
        return bound(column, value);
    }
}
