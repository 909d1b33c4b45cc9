package dev.caravan.json;

/** Reports why and where a text isn't valid JSON. The message never quotes the text. */
public final class MalformedJsonException extends Exception {

    MalformedJsonException(String message) {
        super(message, null, false, false);
    }
}
