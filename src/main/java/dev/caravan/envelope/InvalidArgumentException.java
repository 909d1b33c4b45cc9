package dev.caravan.envelope;

/** The arguments are at fault, in a way that the tool's schema can't say. */
public class InvalidArgumentException extends ToolException {

    public InvalidArgumentException(String message) {
        super(ErrorCode.INVALID_ARGUMENT, Text.words(message));
    }

    public InvalidArgumentException(Text text) {
        super(ErrorCode.INVALID_ARGUMENT, text);
    }
}
