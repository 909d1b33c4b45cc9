package dev.caravan.envelope;

/** Policy forbids what the caller asks. */
public class ForbiddenException extends ToolException {

    public ForbiddenException(String message) {
        super(ErrorCode.FORBIDDEN, Text.words(message));
    }

    public ForbiddenException(Text text) {
        super(ErrorCode.FORBIDDEN, text);
    }
}
