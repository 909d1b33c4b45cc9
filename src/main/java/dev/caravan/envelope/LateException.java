package dev.caravan.envelope;

import java.time.Duration;

/** A service outside did not answer within the time it had; whether it did what it was asked is not known. */
public class LateException extends UpstreamException {

    private final transient Duration limit;

    public LateException(Text text, Duration limit) {
        super(text);
        this.limit = limit;
    }

    /** How long it was waited for. */
    public Duration limit() {
        return limit;
    }
}
