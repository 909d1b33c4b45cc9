package dev.caravan.upstream.oauth;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** Reports that a user must log in at a server before the gateway can call it for him. */
public final class LoginNeededException extends UpstreamException {

    private final String server;
    private final String url;

    /** @param url address that the user opens with a browser */
    LoginNeededException(String server, String url) {
        super(Text.of("upstream.login", server, url));
        this.server = server;
        this.url = url;
    }

    public String server() {
        return server;
    }

    public String url() {
        return url;
    }
}
