package dev.caravan.security;

import dev.caravan.envelope.Text;
import java.util.Locale;
import java.util.Map;

/** Refuses a request before any route sees it, with an HTTP status, a sentence for the caller, and headers. */
public final class HttpRefusal extends Exception {

    private final transient Text text;
    private final int status;
    private final transient Map<String, String> headers;
    private final String reason;

    public HttpRefusal(int status, String message) {
        this(status, message, Map.of());
    }

    public HttpRefusal(int status, String message, Map<String, String> headers) {
        this(status, Text.words(message), headers);
    }

    public HttpRefusal(int status, Text text, Map<String, String> headers) {
        this(status, text, headers, "");
    }

    private HttpRefusal(int status, Text text, Map<String, String> headers, String reason) {
        super(text.toString(), null, false, false);
        this.text = text;
        this.status = status;
        this.headers = headers;
        this.reason = reason;
    }

    /** Returns the same refusal with a reason in one word that only the audit event tells. */
    HttpRefusal audited(String word) {
        return new HttpRefusal(status, text, headers, "_" + word);
    }

    /** Returns the outcome for the audit event, such as {@code HTTP_401} or {@code HTTP_401_EXPIRED}. */
    public String outcome() {
        return "HTTP_" + status + reason;
    }

    /** Returns 500 without details. */
    public static HttpRefusal internalError() {
        return new HttpRefusal(500, Text.of("mcp.internal"), Map.of());
    }

    /** Returns the sentence for a caller who reads this language. */
    public String message(Locale locale) {
        return text.in(locale);
    }

    /** Returns the sentence for the caller. */
    public Text text() {
        return text;
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
