package dev.caravan.database;

import java.util.Optional;

/** Knows what the drivers of one family of databases throw. */
interface DriverFailures {

    /**
     * What a failure means.
     *
     * @param message of the database itself; what the caller gets of it is cleaned later
     */
    record Meaning(DatabaseFailure.Type type, String message) {
    }

    /** {@link DatabaseKind#family()} */
    String family();

    /**
     * @param database under {@code caravan.databases}
     * @param cause    with its own causes
     * @return empty if nothing of this driver is among them
     */
    Optional<Meaning> meaning(String database, Throwable cause);
}
