package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** A table as Redis has it: the keys {@code NAME:ID}. A name has no colon, so the id is all that follows the first one. */
record RedisTable(String name) {

    static final String ID = "id";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}");
    private static final String COUNTER = "_id_counter";
    private static final int LONGEST_ID = 500;

    /** @throws DatabaseFailure query_error for a name that could be a pattern or reach another table, permission_error for one that is not allowed */
    static RedisTable of(String name, RedisDatabase database) throws DatabaseFailure {
        if (!NAME.matcher(name).matches()) {
            throw DatabaseFailure.query("database.tableName", name);
        }
        database.rules().check(name);
        return new RedisTable(name);
    }

    /** Before every key of this table. */
    String prefix() {
        return name + ":";
    }

    String key(String id) {
        return prefix() + id;
    }

    /** Of a key of this table. */
    String id(String key) {
        return key.substring(prefix().length());
    }

    /** The last id that was generated; it is no record. */
    String counter() {
        return key(COUNTER);
    }

    /** All keys of this table, as SCAN matches them: nothing in a name is a wildcard. */
    String pattern() {
        return prefix() + "*";
    }

    /** Whether a key can hold a record. */
    boolean mayHold(String key) {
        return key.startsWith(prefix()) && !key.equals(counter());
    }

    /** An id as a key has it; empty for what can't be one. */
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
