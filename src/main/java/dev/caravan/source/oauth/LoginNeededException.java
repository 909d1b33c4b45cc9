package dev.caravan.source.oauth;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/**
 * Reports that a user, or the gateway itself, must log in at a server before the gateway can call it. The message has the address of a
 * login that the caller may use, and no other.
 */
public final class LoginNeededException extends UpstreamException {

    private final String server;
    private final String url;
    private final boolean isRefused;
    private final boolean isOfOperators;

    /**
     * Creates the exception.
     *
     * @param url           address that the user opens with a browser
     * @param isRefused     whether the server refuses all requests until the login, not only this one
     * @param isOfOperators whether only operators may see the address: whose account all lists and calls have depends on who opens it
     */
    LoginNeededException(String server, String url, boolean isRefused, boolean isOfOperators) {
        super(isOfOperators ? Text.of("upstream.gatewayLogin", server) : Text.of("upstream.login", server, url));
        this.server = server;
        this.url = url;
        this.isRefused = isRefused;
        this.isOfOperators = isOfOperators;
    }

    public String server() {
        return server;
    }

    public boolean isRefused() {
        return isRefused;
    }

    /** Whether callers must not see {@link #url}. */
    boolean isOfOperators() {
        return isOfOperators;
    }

    String url() {
        return url;
    }
}
