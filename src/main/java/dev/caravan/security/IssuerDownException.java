package dev.caravan.security;

import java.time.Duration;

/** A token can't be verified because the issuer's keys are unavailable. */
final class IssuerDownException extends Exception {

    private final transient Duration pause;

    IssuerDownException(Duration pause) {
        super("The issuer's keys are unavailable", null, false, false);
        this.pause = pause;
    }

    /** Returns the time until the gateway asks for the keys again. */
    Duration pause() {
        return pause;
    }
}
