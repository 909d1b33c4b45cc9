package dev.caravan.recall.local;

/** Why a local service refuses: the HTTP status, and a sentence. */
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
