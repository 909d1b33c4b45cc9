package dev.caravan.envelope;

/** The single thing that the caller named isn't there. */
public class NotFoundException extends ToolException {

    public NotFoundException(String message) {
        super(ErrorCode.NOT_FOUND, Text.words(message));
    }

    public NotFoundException(Text text) {
        super(ErrorCode.NOT_FOUND, text);
    }
}
