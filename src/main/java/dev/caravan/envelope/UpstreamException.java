package dev.caravan.envelope;

/** Reports that a service failed, timed out or sent an invalid answer. */
public class UpstreamException extends ToolException {

    public UpstreamException(String message) {
        super(ErrorCode.UPSTREAM_ERROR, Text.words(message));
    }

    public UpstreamException(Text text) {
        super(ErrorCode.UPSTREAM_ERROR, text);
    }
}
