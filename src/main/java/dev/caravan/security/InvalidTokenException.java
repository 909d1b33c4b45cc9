package dev.caravan.security;

/** A token is of no use; the message says why in words that may go into a header, and holds nothing of the token. */
final class InvalidTokenException extends Exception {

    InvalidTokenException(String message) {
        super(message, null, false, false);
    }
}
