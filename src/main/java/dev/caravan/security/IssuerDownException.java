package dev.caravan.security;

import java.time.Duration;

/** Whether a token is good can't be said, as the keys of its issuer can't be had. */
final class IssuerDownException extends Exception {

    private final transient Duration pause;

    IssuerDownException(Duration pause) {
        super("The issuer's keys can't be had", null, false, false);
        this.pause = pause;
    }

    /** Till they are asked for again. */
    Duration pause() {
        return pause;
    }
}
