package dev.caravan.envelope;

import java.time.Duration;

/** Reports that a service timed out. Whether it did its work is unknown. */
public class LateException extends UpstreamException {

    private final transient Duration limit;

    public LateException(Text text, Duration limit) {
        super(text);
        this.limit = limit;
    }

    /** Returns the timeout. */
    public Duration limit() {
        return limit;
    }
}
