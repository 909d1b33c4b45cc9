package dev.caravan.intelligence.code;

/** The reason why a text can't be parsed as source code. It never quotes the text. */
public final class UnparsableException extends Exception {

    UnparsableException(String message) {
        super(message, null, false, false);
    }
}
