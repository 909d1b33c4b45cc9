package dev.caravan.bus;

/** The message can't be handled, now or ever; it goes to where the dead letters are, with this as the reason. */
public final class PoisonException extends Exception {

    PoisonException(String reason) {
        super(reason, null, false, false);
    }
}
