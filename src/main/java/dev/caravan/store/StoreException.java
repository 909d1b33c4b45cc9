package dev.caravan.store;

/** The gateway's own database can't be reached, is late, or there is none. */
public final class StoreException extends RuntimeException {

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
