package dev.caravan.upstream.oauth;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Decides by a server's settings which access tokens its requests have. */
@Component
public class Authorizations {

    private final MetadataDiscovery discovery;
    private final TokenRequests requests;
    private final ExchangedTokens exchanged;
    private final Logins logins;

    Authorizations(MetadataDiscovery discovery, TokenRequests requests, ExchangedTokens exchanged, Logins logins) {
        this.discovery = discovery;
        this.requests = requests;
        this.exchanged = exchanged;
        this.logins = logins;
    }

    /** Adds a listener, which receives the server of each login for the gateway itself that this gateway finished. */
    public void onGatewayLogin(Consumer<String> listener) {
        logins.onLogin((server, user) -> {
            if (user == null) {
                listener.accept(server);
            }
        });
    }

    /** Returns the authorization of the gateway's own requests, such as for lists. The caller's token is never used for them. */
    public RequestAuthorization ofGateway(String server, String url, OAuthSettings settings) {
        return settings.grant() == OAuthSettings.Grant.LOGIN ? new UserLogin(logins, server, url, settings, null) : new ClientCredentials(url, settings, discovery, requests);
    }

    /**
     * Returns the authorization of a caller's requests.
     *
     * @throws UpstreamException if the caller needs a token and has none, or proved no name. Tokens of one unnamed caller could reach another.
     */
    public RequestAuthorization ofCaller(String server, String url, OAuthSettings settings, CallerIdentity caller) throws UpstreamException {
        if (caller.isUnnamed()) {
            throw new UpstreamException(Text.of("upstream.noName", server));
        }
        if (settings.grant() == OAuthSettings.Grant.LOGIN) {
            return new UserLogin(logins, server, url, settings, caller.name());
        }
        if (caller.token() == null) {
            throw new UpstreamException(Text.of("upstream.noToken", server));
        }
        return exchanged.of(server, url, settings, caller.token());
    }
}
