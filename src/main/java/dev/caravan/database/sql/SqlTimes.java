package dev.caravan.database.sql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;

/** Writes times of rows whose columns are not in the catalogue, as db_query shows them: without a zone if their type has none. */
final class SqlTimes {

    /** PostgreSQL's type and MySQL's type without a zone. MySQL's TIMESTAMP, in upper case, is an instant. */
    private static final Set<String> LOCAL = Set.of("timestamp", "DATETIME");

    private SqlTimes() {
    }

    /**
     * Returns the text of a time.
     *
     * @param utc  the time, or for a type without a zone what its date and hour are in UTC
     * @param type name of the type, in the database's own words
     */
    static String text(Instant utc, String type) {
        return isLocal(type) ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(utc.atOffset(ZoneOffset.UTC)) : utc.toString();
    }

    static boolean isLocal(String type) {
        return LOCAL.contains(type);
    }
}
