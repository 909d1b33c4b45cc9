package dev.caravan.source.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.stereotype.Component;

/** Decides by a server's settings which access tokens its requests have. */
@Component
public class Authorizations {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String INSUFFICIENT = "insufficient_scope";
    private static final int MOST_KEPT = 10_000;
    private static final Set<String> NOT_OF_TOKEN = Set.of("invalid_request", INSUFFICIENT);

    private final MetadataDiscovery discovery;
    private final TokenRequests requests;
    private final Cache<Key, RequestAuthorization> kept = Caffeine.newBuilder().maximumSize(MOST_KEPT)
            .expireAfterAccess(Duration.ofMinutes(30)).build();
    private final Logins logins;

    Authorizations(MetadataDiscovery discovery, TokenRequests requests, Logins logins) {
        this.discovery = discovery;
        this.requests = requests;
        this.logins = logins;
    }

    /**
     * Whether an answer refuses a request for its token, so that another token may help (RFC 6750). A bare 401 does, and a 403 only if it
     * names the missing scopes.
     *
     * @param challenges values of the answer's {@code WWW-Authenticate}
     */
    public static boolean isRefusal(int status, List<String> challenges) {
        String error = Challenge.of(challenges).error();
        return status == UNAUTHORIZED ? error == null || !NOT_OF_TOKEN.contains(error) : status == FORBIDDEN && INSUFFICIENT.equals(error);
    }

    /** Adds a listener, which receives the server of each login for the gateway itself that this gateway finished. */
    public void onGatewayLogin(Consumer<String> listener) {
        logins.onGatewayLogin(listener);
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
        return kept.get(new Key(server, url, settings, null), key -> settings.grant() == OAuthSettings.Grant.LOGIN ? new UserLogin(key)
                : new ClientCredentials(url, settings));
    }

    /**
     * Returns the authorization of a caller's requests.
     *
     * @throws UpstreamException if the caller needs a token and has none, or proved no name. Tokens of one unnamed caller could reach
     *                           another.
     */
    public RequestAuthorization ofCaller(String server, String url, OAuthSettings settings, CallerIdentity caller)
            throws UpstreamException {
        if (caller.isUnnamed()) {
            throw new UpstreamException(Text.of("upstream.noName", server));
        }
        if (settings.grant() == OAuthSettings.Grant.LOGIN) {
            return kept.get(new Key(server, url, settings, caller.name()), UserLogin::new);
        }
        if (caller.token() == null) {
            throw new UpstreamException(Text.of("upstream.noToken", server));
        }
        return kept.get(new Key(server, url, settings, DigestUtils.sha256Hex(caller.token())),
                key -> new ExchangedToken(key, caller.token()));
    }

    /**
     * Gets the gateway's own access token for one server by client credentials, and keeps it until shortly before it expires. Without a
     * configured token endpoint, it discovers the endpoint when the server refuses the first request. After a failure, requests of the next
     * second fail at once.
     */
    private final class ClientCredentials implements RequestAuthorization {

        private final String url;
        private final OAuthSettings settings;
        private final FailurePause pause = new FailurePause();
        private final Set<String> scopes;
        private String endpoint;
        private String issuer;
        private OAuthClient client;
        private OAuth2AccessToken current;

        ClientCredentials(String url, OAuthSettings settings) {
            this.url = url;
            this.settings = settings;
            this.endpoint = settings.tokenUrl();
            this.scopes = new LinkedHashSet<>(settings.scopes());
            this.client = new OAuthClient(settings.clientId(), settings.clientSecret(),
                    ClientAuthenticationMethod.CLIENT_SECRET_BASIC.getValue());
        }

        @Override
        public synchronized String token() throws IOException {
            if (endpoint == null) {
                return null;
            }
            if (current == null || Tokens.isExpiring(current.getExpiresAt())) {
                current = pause.run(() -> requests.credentials(settings, client, endpoint, issuer, scopes, settings.resource(url)));
            }
            return current.getTokenValue();
        }

        @Override
        public synchronized boolean renew(String used, int status, List<String> challenges) throws IOException {
            Challenge challenge = Challenge.of(challenges);
            if (endpoint == null) {
                AuthorizationMetadata found = pause.run(() -> settings.checked(discovery.find(url, challenge, settings.issuer())));
                endpoint = found.token().toString();
                issuer = found.issuer();
                if (found.methods().contains("client_secret_post") && !found.methods().contains("client_secret_basic")) {
                    client = new OAuthClient(client.id(), client.secret(), "client_secret_post");
                }
                scopes.addAll(scopes.isEmpty() && challenge.scopes().isEmpty() ? found.scopes() : challenge.scopes());
            } else if (used != null && current != null && !used.equals(current.getTokenValue())) {
                return true;
            }
            current = null;
            return !token().equals(used);
        }
    }

    /** Gets the tokens of one user for one server, and says when the user must log in. */
    private final class UserLogin implements RequestAuthorization {

        private final Key key;
        private volatile Tokens known;

        UserLogin(Key key) {
            this.key = key;
        }

        @Override
        public String token() throws IOException {
            Tokens now = known == null ? logins.tokens(key.server(), key.url(), key.who()) : known;
            if (now != null && now.isExpiring() && now.refresh() != null) {
                now = logins.refreshed(key.server(), key.url(), key.who(), now);
            }
            known = now;
            return now == null ? null : now.access();
        }

        @Override
        public boolean renew(String used, int status, List<String> challenges) throws IOException, LoginNeededException {
            Tokens now = logins.tokens(key.server(), key.url(), key.who());
            known = now;
            if (now != null && !now.access().equals(used)) {
                return true;
            }
            if (now != null && status != FORBIDDEN) {
                known = logins.refreshed(key.server(), key.url(), key.who(), now);
                if (known != null) {
                    return true;
                }
            }
            Challenge challenge = Challenge.of(challenges);
            if (status == FORBIDDEN && now != null && now.scopes().containsAll(challenge.scopes())) {
                return false; // another login would have the same scopes
            }
            throw logins.begin(key.server(), key.url(), key.settings(), key.who(), challenge, now == null ? Set.of() : now.scopes(),
                    status != FORBIDDEN);
        }
    }

    /** @param who name of a user, or hash of a caller's token; null for the gateway itself */
    private record Key(String server, String url, OAuthSettings settings, String who) {
    }

    /**
     * Exchanges a caller's token for one of the same caller for a server (RFC 8693). The token is kept until half a minute before it
     * expires. A token without an expiry is not kept.
     */
    private final class ExchangedToken implements RequestAuthorization {

        private final Key key;
        private final String subject;
        private OAuth2AccessToken current;

        ExchangedToken(Key key, String subject) {
            this.key = key;
            this.subject = subject;
        }

        @Override
        public synchronized String token() throws IOException {
            if (current == null || current.getExpiresAt() == null || Tokens.isExpiring(current.getExpiresAt())) {
                current = requests.exchange(key.settings(), subject, key.url());
            }
            return current.getTokenValue();
        }

        @Override
        public synchronized boolean renew(String used, int status, List<String> challenges) throws IOException {
            current = null;
            return status == UNAUTHORIZED && !token().equals(used);
        }
    }
}
