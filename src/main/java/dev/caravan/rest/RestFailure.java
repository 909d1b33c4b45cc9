package dev.caravan.rest;

import dev.caravan.envelope.Text;

/** The failure of a step of a REST endpoint, with its kind and a message for the caller. */
public final class RestFailure extends Exception {

    private final transient RestError error;

    public RestFailure(RestError error, String message) {
        super(message, null, false, false);
        this.error = error;
    }

    public static RestFailure invalid(String message) {
        return new RestFailure(RestError.VALIDATION, message);
    }

    public static RestFailure forbidden(Text message) {
        return new RestFailure(RestError.FORBIDDEN, message.toString());
    }

    public static RestFailure notFound(String message) {
        return new RestFailure(RestError.NOT_FOUND, message);
    }

    public RestError error() {
        return error;
    }
}
