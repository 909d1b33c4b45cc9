package dev.caravan.call.prompt;

/** Reports that a route left an invalid prompt. The message has position and reason, for the log. */
class MalformedPromptException extends Exception {

    MalformedPromptException(String message) {
        super(message, null, false, false);
    }
}
