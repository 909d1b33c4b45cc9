package dev.caravan.envelope;

/** Reports that the single thing that the caller named does not exist. */
public class NotFoundException extends ToolException {

    public NotFoundException(String message) {
        super(ErrorCode.NOT_FOUND, Text.words(message));
    }

    public NotFoundException(Text text) {
        super(ErrorCode.NOT_FOUND, text);
    }
}
