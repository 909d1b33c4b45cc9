package dev.caravan.bus;

/** Reports that a message can never be processed. It becomes a dead letter with this reason. */
public final class PoisonException extends Exception {

    PoisonException(String reason) {
        super(reason, null, false, false);
    }
}
