package dev.caravan.rest;

import dev.caravan.envelope.Text;

/** The failure of a step of a REST endpoint, with its kind and a message for the caller. */
public final class RestFailure extends Exception {

    private final transient RestError error;
    private final transient Text text;

    public RestFailure(RestError error, String message) {
        this(error, Text.words(message));
    }

    public RestFailure(RestError error, Text text) {
        super(text.toString(), null, false, false);
        this.error = error;
        this.text = text;
    }

    /** Says that a field of the request is wrong. */
    public static RestFailure invalid(String message) {
        return new RestFailure(RestError.VALIDATION, message);
    }

    /** Says that a limit or a rule forbids the request. */
    public static RestFailure forbidden(Text message) {
        return new RestFailure(RestError.FORBIDDEN, message);
    }

    /** Says that the requested thing does not exist, or belongs to another user. */
    public static RestFailure notFound(String message) {
        return new RestFailure(RestError.NOT_FOUND, message);
    }

    Text text() {
        return text;
    }

    public RestError error() {
        return error;
    }
}
