package dev.caravan.envelope;

/** Why a tool failed (document 1, section 0.4), with its name in the database family (document 4). */
public enum ErrorCode {

    /** The arguments are missing, malformed or out of bounds: the caller can mend it. */
    INVALID_ARGUMENT("query_error"),
    /** The single thing that was named isn't there. */
    NOT_FOUND("query_error"),
    /** The database can't be reached, is late, or refused the operation. */
    DB_ERROR("connection_error"),
    /** Something outside failed or was late: a search service, another server, a step past the tool's time limit. */
    UPSTREAM_ERROR("connection_error"),
    /** Policy forbids it. */
    FORBIDDEN("permission_error"),
    /** The gateway or the route itself is at fault; the log has the reason. */
    INTERNAL_ERROR("query_error");

    private final String databaseType;

    ErrorCode(String databaseType) {
        this.databaseType = databaseType;
    }

    /** {@code error.type} in the database family, unless the failure says another. */
    public String databaseType() {
        return databaseType;
    }
}
