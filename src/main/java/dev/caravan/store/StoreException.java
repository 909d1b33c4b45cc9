package dev.caravan.store;

/** The store can't be reached, did not answer in time, or is not configured. */
public final class StoreException extends RuntimeException {

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
