package dev.caravan.security;

/** A token is not valid. The message gives the reason in characters that a header may have, and contains nothing of the token. */
final class InvalidTokenException extends Exception {

    InvalidTokenException(String message) {
        super(message, null, false, false);
    }
}
