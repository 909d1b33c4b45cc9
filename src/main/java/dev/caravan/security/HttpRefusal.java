package dev.caravan.security;

import java.util.Map;

/** Refuses a request before any route sees it, with an HTTP status, a sentence for the caller, and headers. */
public final class HttpRefusal extends Exception {

    private final int status;
    private final transient Map<String, String> headers;

    public HttpRefusal(int status, String message) {
        this(status, message, Map.of());
    }

    public HttpRefusal(int status, String message, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.headers = headers;
    }

    /** Returns 500 without details. */
    public static HttpRefusal internalError() {
        return new HttpRefusal(500, "Internal error");
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
