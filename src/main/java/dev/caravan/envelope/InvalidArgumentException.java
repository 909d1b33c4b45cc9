package dev.caravan.envelope;

/** Reports invalid arguments, for rules that the tool's schema can't express. */
public class InvalidArgumentException extends ToolException {

    public InvalidArgumentException(String message) {
        super(ErrorCode.INVALID_ARGUMENT, Text.words(message));
    }

    public InvalidArgumentException(Text text) {
        super(ErrorCode.INVALID_ARGUMENT, text);
    }
}
