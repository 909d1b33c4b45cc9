package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** A table in Redis: the keys {@code NAME:ID}. A name has no colon, so the id is the text after the first colon. */
record RedisTable(String name) {

    static final String ID = "id";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}");
    private static final int LONGEST_ID = 500;

    /**
     * @throws DatabaseFailure query_error for a name that could be a pattern or reach another table; permission_error if the table is not
     * allowed
     */
    static RedisTable of(String name, RedisDatabase database) throws DatabaseFailure {
        if (!NAME.matcher(name).matches()) {
            throw DatabaseFailure.query("database.tableName", name);
        }
        database.rules.check(name);
        return new RedisTable(name);
    }

    /** Returns the name of the table that can hold a record at this key. */
    static Optional<String> nameOf(String key) {
        return Optional.of(key.substring(0, Math.max(0, key.indexOf(':')))).filter(name -> NAME.matcher(name).matches());
    }

    String key(String id) {
        return name + ":" + id;
    }

    /** Returns the id in a key of this table. */
    String id(String key) {
        return key.substring(name.length() + 1);
    }

    /** Returns the id as text for a key; empty if no record has this id. */
    static Optional<String> idText(Object value) {
        if (value instanceof Number number) {
            BigDecimal decimal = DatabaseValues.decimal(number).stripTrailingZeros();
            return Optional.of(decimal.toPlainString()).filter(whole -> decimal.scale() <= 0);
        }
        return value instanceof String text ? Optional.of(RedisText.shown(text)) : Optional.empty();
    }

    /** @throws DatabaseFailure query_error if the value cannot be the id of a new record */
    static String newId(Object value) throws DatabaseFailure {
        return idText(value).filter(id -> !id.isEmpty() && id.codePointCount(0, id.length()) <= LONGEST_ID)
                .orElseThrow(() -> DatabaseFailure.query("database.unfitId"));
    }
}
