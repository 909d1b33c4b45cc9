package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.RecordValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** A table in Redis: the keys {@code NAME:ID}. A name has no colon, so the id is the text after the first colon. */
record RedisTable(String name) {

    static final String ID = "id";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}");
    private static final String COUNTER = "_id_counter";
    private static final int LONGEST_ID = 500;

    /**
     * @throws DatabaseFailure query_error for a name that could be a pattern or reach another table; permission_error if the table is not
     * allowed
     */
    static RedisTable of(String name, RedisDatabase database) throws DatabaseFailure {
        if (!isName(name)) {
            throw DatabaseFailure.query("database.tableName", name);
        }
        database.rules.check(name);
        return new RedisTable(name);
    }

    /** Returns whether a table can have this name. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the start of every key of this table. */
    String prefix() {
        return name + ":";
    }

    String key(String id) {
        return prefix() + id;
    }

    /** Returns the id in a key of this table. */
    String id(String key) {
        return key.substring(prefix().length());
    }

    /** Returns the key of the counter, which holds the last generated id. It is not a record. */
    String counter() {
        return key(COUNTER);
    }

    /** Returns the SCAN pattern for all keys of this table. No character of a name is a wildcard. */
    String pattern() {
        return prefix() + "*";
    }

    /** Returns whether a key can hold a record. */
    boolean mayHold(String key) {
        return key.startsWith(prefix()) && !key.equals(counter());
    }

    /** Returns the id as text for a key; empty if the value cannot be an id. */
    static Optional<String> idText(Object value) {
        if (value instanceof String text) {
            boolean fits = !text.isEmpty() && text.codePointCount(0, text.length()) <= LONGEST_ID && !text.equals(COUNTER);
            return fits ? Optional.of(text) : Optional.empty();
        }
        if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
            return Optional.of(value.toString());
        }
        if (value instanceof Number number) {
            BigDecimal decimal = RecordValues.decimal(number).stripTrailingZeros();
            boolean whole = decimal.scale() <= 0 && (long) decimal.precision() - decimal.scale() <= LONGEST_ID;
            return whole ? Optional.of(decimal.toBigInteger().toString()) : Optional.empty();
        }
        return Optional.empty();
    }
}
