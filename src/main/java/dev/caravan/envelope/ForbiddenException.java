package dev.caravan.envelope;

/** Reports that a policy forbids the call. */
public class ForbiddenException extends ToolException {

    public ForbiddenException(String message) {
        super(ErrorCode.FORBIDDEN, Text.words(message));
    }

    public ForbiddenException(Text text) {
        super(ErrorCode.FORBIDDEN, text);
    }
}
