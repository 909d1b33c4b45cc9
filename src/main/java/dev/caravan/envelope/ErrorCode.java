package dev.caravan.envelope;

import java.util.function.Function;

/** The reason why a tool failed (document 1, section 0.4), with its name in the database family (document 4). */
public enum ErrorCode {

    /** The arguments are missing, malformed or out of range. The caller can correct them. */
    INVALID_ARGUMENT("query_error"),
    /** The single thing that the caller named does not exist. */
    NOT_FOUND("query_error"),
    /** The database is unreachable, timed out, or refused the operation. */
    DB_ERROR("connection_error"),
    /** Something outside failed or timed out: a search service, another server, or a step beyond the tool's timeout. */
    UPSTREAM_ERROR("connection_error"),
    /** A policy forbids the call. */
    FORBIDDEN("permission_error"),
    /** The gateway or the route failed. The log has the reason. */
    INTERNAL_ERROR("query_error");

    private final String databaseType;

    ErrorCode(String databaseType) {
        this.databaseType = databaseType;
    }

    /** Returns {@code error.type} in the database family, unless the failure names another. */
    public String databaseType() {
        return databaseType;
    }

    /**
     * The error code of calls that end with an exception of a driver or a service. The package that uses the driver declares it as a bean;
     * the route {@code call-failed} asks all of them.
     *
     * @param type     the exception, or what its subclasses extend
     * @param thing    name of the database or service for the caller, such as {@code MongoDB (documents)}
     * @param sentence what the caller reads of the driver's own words, without addresses and secrets; null for one sentence of the code
     */
    public record FailureCode(Class<? extends Exception> type, ErrorCode code, String thing, Function<Exception, String> sentence) {

        public FailureCode(Class<? extends Exception> type, ErrorCode code, String thing) {
            this(type, code, thing, any -> null);
        }
    }
}
