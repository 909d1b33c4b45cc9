package dev.caravan.rest;

import dev.caravan.envelope.Text;

/** The kinds of failures over REST, with the number in {@code code} and the HTTP status (contracts, section 5). */
public enum RestError {
    INTERNAL(1000, 500),
    UNAVAILABLE(1000, 503),
    BAD_REQUEST(1001, 400),
    UNAUTHORIZED(1002, 401),
    FORBIDDEN(1003, 403),
    NOT_FOUND(1004, 404),
    METHOD_NOT_ALLOWED(1005, 405),
    VALIDATION(1006, 422),
    CONFLICT(1009, 409),
    TOO_MANY_REQUESTS(1010, 429),
    /** The thing is not in the version that the request names in If-Match. */
    CHANGED(1011, 412),
    NO_SUCH_INSTANCE(3001, 404);

    private final int code;
    private final int status;

    RestError(int code, int status) {
        this.code = code;
        this.status = status;
    }

    /** Returns the failure of a request, with a message of {@code messages.properties}. */
    public RestFailure of(String key, Object... arguments) {
        return new RestFailure(this, Text.of(key, arguments));
    }

    int code() {
        return code;
    }

    int status() {
        return status;
    }
}
