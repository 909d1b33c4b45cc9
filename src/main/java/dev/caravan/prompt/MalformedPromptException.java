package dev.caravan.prompt;

/** A route left what is no prompt; the message says where and why, for the log. */
class MalformedPromptException extends Exception {

    MalformedPromptException(String message) {
        super(message, null, false, false);
    }
}
