package dev.caravan.recall.local;

/** The failure of a local service: an HTTP status and a message. */
final class LocalFailure extends Exception {

    private final int status;

    LocalFailure(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
