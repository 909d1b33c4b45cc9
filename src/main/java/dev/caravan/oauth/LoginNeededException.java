package dev.caravan.oauth;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** Reports that a user must log in at a server before the gateway can call it for him. */
public final class LoginNeededException extends UpstreamException {

    private final String server;
    private final String url;
    private final boolean isRefused;

    /**
     * Creates the exception.
     *
     * @param url       address that the user opens with a browser
     * @param isRefused whether the server refuses all requests until the login, not only this one
     */
    LoginNeededException(String server, String url, boolean isRefused) {
        super(Text.of("upstream.login", server, url));
        this.server = server;
        this.url = url;
        this.isRefused = isRefused;
    }

    public String server() {
        return server;
    }

    public boolean isRefused() {
        return isRefused;
    }

    public String url() {
        return url;
    }
}
