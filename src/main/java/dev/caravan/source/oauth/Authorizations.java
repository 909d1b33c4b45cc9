package dev.caravan.source.oauth;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Decides by a server's settings which access tokens its requests have. */
@Component
public class Authorizations {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String INSUFFICIENT = "insufficient_scope";
    private static final Set<String> NOT_OF_TOKEN = Set.of("invalid_request", INSUFFICIENT);

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

    /**
     * Whether an answer refuses a request for its token, so that another token may help (RFC 6750). A bare 401 does, and a 403 only if it names the
     * missing scopes.
     *
     * @param challenges values of the answer's {@code WWW-Authenticate}
     */
    public static boolean isRefusal(int status, List<String> challenges) {
        String error = Challenge.of(challenges).error();
        return status == UNAUTHORIZED ? error == null || !NOT_OF_TOKEN.contains(error) : status == FORBIDDEN && INSUFFICIENT.equals(error);
    }

    /** Adds a listener, which receives the server of each login for the gateway itself that this gateway finished. */
    public void onGatewayLogin(Consumer<String> listener) {
        logins.onLogin((server, user) -> {
            if (user == null) {
                listener.accept(server);
            }
        });
    }

    /** Returns the address of the open login for the gateway itself, which only operators may see; null if this gateway has begun none. */
    public String gatewayLogin(String server, String url) {
        return logins.gatewayLogin(server, url);
    }

    /**
     * Returns the authorization of a call's requests: the caller's, or the gateway's own with a grant that has no tokens of callers.
     *
     * @throws UpstreamException if the caller needs a token and has none, or proved no name
     */
    public RequestAuthorization of(String server, String url, OAuthSettings settings, CallerIdentity caller) throws UpstreamException {
        return settings.isFor(caller) ? ofCaller(server, url, settings, caller) : ofGateway(server, url, settings);
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
