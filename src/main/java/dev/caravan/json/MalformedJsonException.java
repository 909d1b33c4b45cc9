package dev.caravan.json;

/** Says why a text can't be read as JSON and where, and never quotes it. */
public final class MalformedJsonException extends Exception {

    MalformedJsonException(String message) {
        super(message, null, false, false);
    }
}
