package dev.caravan.database;

import java.util.Optional;

/** One family of databases: its name, whether a database answers, and what a failure of its driver means. */
public interface Dialect {

    /**
     * What a failure means.
     *
     * @param message of the database itself; the caller gets a cleaned form of it
     */
    record Meaning(DatabaseFailure.Type type, String message) {
    }

    /** Returns {@link DatabaseKind#family()}. */
    String family();

    /**
     * Asks the database for a sign of life.
     *
     * @param database under {@code caravan.databases}
     * @throws Exception if it doesn't answer
     */
    void ping(String database) throws Exception;

    /**
     * Classifies a failure.
     *
     * @param database under {@code caravan.databases}
     * @param cause    with its own causes
     * @return empty if nothing of this family is among them
     */
    Optional<Meaning> meaning(String database, Throwable cause);
}
