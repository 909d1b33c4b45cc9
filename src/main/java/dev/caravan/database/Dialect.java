package dev.caravan.database;

import java.util.Optional;

/** One family of databases. Says what the family is called, whether a database answers, and what a failure of the driver means. */
public interface Dialect {

    /**
     * The meaning of a failure.
     *
     * @param message the database's own message; the caller gets a cleaned form of it
     */
    record Meaning(DatabaseFailure.Type type, String message) {
    }

    /** Returns {@link DatabaseKind#family()}. */
    String family();

    /**
     * Checks that the database answers.
     *
     * @param database name under {@code caravan.databases}
     * @throws Exception if the database does not answer
     */
    void ping(String database) throws Exception;

    /**
     * Classifies a failure.
     *
     * @param database name under {@code caravan.databases}
     * @param cause    the failure; its causes are searched too
     * @return empty if this family did not cause the failure
     */
    Optional<Meaning> meaning(String database, Throwable cause);
}
