package dev.caravan.envelope;

/** Reports that a service can't be connected to or started, so no request was sent. */
public class UnreachableException extends UpstreamException {

    public UnreachableException(Text text) {
        super(text);
    }
}
