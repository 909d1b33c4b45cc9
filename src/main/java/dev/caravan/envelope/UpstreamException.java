package dev.caravan.envelope;

/** A service outside failed, is late, or answered garbage. */
public class UpstreamException extends ToolException {

    public UpstreamException(String message) {
        super(ErrorCode.UPSTREAM_ERROR, Text.words(message));
    }

    public UpstreamException(Text text) {
        super(ErrorCode.UPSTREAM_ERROR, text);
    }
}
