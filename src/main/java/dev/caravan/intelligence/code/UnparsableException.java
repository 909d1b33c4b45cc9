package dev.caravan.intelligence.code;

/** Says why nothing useful can be read from a text as source code, and never quotes it. */
public final class UnparsableException extends Exception {

    UnparsableException(String message) {
        super(message, null, false, false);
    }
}
