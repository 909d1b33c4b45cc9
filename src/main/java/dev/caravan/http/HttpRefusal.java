package dev.caravan.http;

/** Why a request is refused before any route sees it: the HTTP status, and a sentence for the caller. */
public final class HttpRefusal extends Exception {

    private final int status;

    public HttpRefusal(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** Says nothing of what went wrong. */
    static HttpRefusal internalError() {
        return new HttpRefusal(500, "Internal error");
    }

    public int status() {
        return status;
    }
}
