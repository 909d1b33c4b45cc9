package dev.caravan.database;

import dev.caravan.database.TableDescription.TableSummary;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One family of databases: describes tables, says whether a database answers, and what a failure means. A database is named as in {@code caravan.databases}. */
public interface Driver {

    /**
     * The meaning of a failure.
     *
     * @param message the database's own message; the caller gets a cleaned form of it
     */
    record Meaning(DatabaseFailure.Type type, String message) {
    }

    /** Returns {@link DatabaseKind#family()}. */
    String family();

    /** @throws Exception if the database does not answer */
    void ping(String database) throws Exception;

    /**
     * Classifies a failure.
     *
     * @param cause the failure; its causes are searched too
     * @return empty if this family did not cause the failure
     */
    Optional<Meaning> meaning(String database, Throwable cause);

    /** Returns all tables except system tables. Estimates of rows may be missing. */
    List<TableSummary> tables(String database) throws Exception;

    /** Returns the estimated rows of these tables by name; a table without an estimate is missing. */
    Map<String, Long> rows(String database, Collection<String> tables) throws Exception;

    /** Returns the columns that identify a row of the table; empty for a table without a key. */
    List<String> key(String database, String table) throws Exception;

    /**
     * Returns the name of a column as the database writes it, which may differ in case from the caller's.
     *
     * @throws DatabaseFailure query_error if the database knows the columns of its tables, and the table has no such column
     */
    default String column(String database, String table, String name) throws Exception {
        return name;
    }

    /** Returns whether the database can sort rows by their key. */
    default boolean sortsByKey() {
        return true;
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the nearest names if it does not exist */
    TableDescription table(String database, String table) throws Exception;
}
