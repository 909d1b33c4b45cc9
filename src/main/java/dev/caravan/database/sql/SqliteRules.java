package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableDescription.JsonType;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Rules of SQLite. A column's declared type does not restrict its values. BOOLEAN, DATE, TIMESTAMP and JSON are conventions of people, not
 * types of SQLite. Times are stored as text in UTC and compared by instant.
 */
final class SqliteRules extends SqlRules {

    private static final String INSTANT = "strftime('%Y-%m-%d %H:%M:%f', ";

    SqliteRules(ObjectMapper mapper) {
        super("\"", mapper);
    }

    private enum Meaning { TEXT, NUMBER, BOOLEAN, STAMP, JSON, BYTES, ANY }

    /** Returns the meaning of the declared type. Words that SQLite does not know come first, then SQLite's rules of affinity. */
    private static Meaning meaning(Column column) {
        String type = column.type().toUpperCase(Locale.ROOT);
        if (type.contains("BOOL")) {
            return Meaning.BOOLEAN;
        }
        if (type.contains("JSON")) {
            return Meaning.JSON;
        }
        if (type.contains("TIMESTAMP") || type.contains("DATETIME")) {
            return Meaning.STAMP;
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") || type.startsWith("DATE") || type.startsWith("TIME")
                || type.startsWith("UUID")) {
            return Meaning.TEXT;
        }
        if (type.contains("BLOB")) {
            return Meaning.BYTES;
        }
        return type.isBlank() || type.equals("ANY") ? Meaning.ANY : Meaning.NUMBER;
    }

    @Override
    SqlStatement bound(Column column, Object value) throws DatabaseFailure {
        Meaning meaning = meaning(column);
        if (meaning == Meaning.JSON) {
            return text(jsonText(value));
        }
        if (isComposite(value)) {
            throw unfit(column, value);
        }
        return switch (meaning) {
            case BOOLEAN -> SqlStatement.value(value instanceof Boolean truth ? (truth ? 1 : 0) : number(column, value));
            case STAMP -> text(CallerTimes.read(value.toString()).map(CallerTimes::written).orElseThrow(() -> unfit(column, value)));
            case BYTES -> SqlStatement.value(bytes(column, value));
            case NUMBER -> SqlStatement.value(number(column, value));
            case TEXT -> text(value);
            default -> value instanceof String ? text(value)
                    : SqlStatement.value(value instanceof Boolean truth ? (truth ? 1 : 0) : number(column, value));
        };
    }

    /** Returns the number. SQLite itself would store any text in a numeric column. */
    private Object number(Column column, Object value) throws DatabaseFailure {
        if (isWhole(value)) {
            return value;
        }
        try {
            BigDecimal decimal = DatabaseValues.decimal(value instanceof Boolean truth ? (truth ? 1 : 0) : value);
            if (decimal.stripTrailingZeros().scale() <= 0 && (long) decimal.precision() - decimal.scale() <= 18) {
                return decimal.longValueExact();
            }
            return floating(column, decimal, false); // SQLite has no other numbers
        } catch (NumberFormatException e) {
            throw unfit(column, value);
        }
    }

    @Override
    String selected(Column column) {
        return name(column);
    }

    @Override
    Object json(Column column, Object value) {
        if (value == null) {
            return null;
        }
        return switch (meaning(column)) {
            case BOOLEAN -> value instanceof Number number ? (Object) (number.intValue() != 0) : value;
            case JSON -> value instanceof String text ? parsed(text) : value;
            case STAMP -> value instanceof String text
                    ? CallerTimes.read(text).map(time -> CallerTimes.written(time).replace(' ', 'T') + "Z").orElse(text) : value;
            default -> value instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : value;
        };
    }

    @Override
    protected String compared(Column column, String name) {
        return switch (meaning(column)) {
            case STAMP -> INSTANT + name + ")";
            case TEXT -> name + " collate binary";
            default -> name;
        };
    }

    /** Any column can hold numbers, text and bytes. Text begins with t and bytes with b, both in hexadecimal. */
    @Override
    String place(Column column) {
        String value = compared(column);
        return "case typeof(" + value + ") when 'text' then 't' || hex(cast(" + value + " as blob)) when 'blob' then 'b' || hex(" + value
                + ") else " + value + " end";
    }

    /** The plus takes the type of the cast away, so that SQLite converts no number of the column into text. */
    @Override
    protected SqlStatement placed(Column column, String value) throws DatabaseFailure {
        try {
            return value.startsWith("t") ? SqlStatement.value(HexFormat.of().parseHex(value.substring(1))).between("+cast(", " as text)")
                    : SqlStatement.value(value.startsWith("b") ? HexFormat.of().parseHex(value.substring(1))
                    : value.matches("-?[0-9]+") ? (Object) Long.valueOf(value) : Double.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw unfit(column, value);
        }
    }

    /** Times are compared by the millisecond, so two keys can be equal. */
    @Override
    boolean hasPlace(Column column, boolean key) {
        return !key || meaning(column) != Meaning.STAMP;
    }

    @Override
    protected SqlStatement comparedValue(Column column, Object value) throws DatabaseFailure {
        return meaning(column) == Meaning.STAMP ? bound(column, value).between(INSTANT, ")") : bound(column, value);
    }

    @Override
    protected String[] numberTypes() {
        return new String[] {"INTEGER", "NUMERIC", "REAL"};
    }

    @Override
    protected boolean isFloating(Column column) {
        return false;
    }

    @Override
    protected String average(Column column) {
        return "avg(" + name(column) + ")";
    }

    @Override
    JsonType jsonType(Column column) {
        return switch (meaning(column)) {
            case TEXT -> JsonType.STRING;
            case NUMBER -> column.type().toUpperCase(Locale.ROOT).contains("INT") ? JsonType.INTEGER : JsonType.NUMBER;
            case BOOLEAN -> JsonType.BOOLEAN;
            case STAMP -> JsonType.TIME;
            case BYTES -> JsonType.BYTES;
            default -> JsonType.ANY;
        };
    }

    @Override
    boolean isText(Column column) {
        Meaning meaning = meaning(column);
        return meaning == Meaning.TEXT || meaning == Meaning.ANY;
    }
}
