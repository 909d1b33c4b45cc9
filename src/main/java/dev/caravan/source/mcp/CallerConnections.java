package dev.caravan.source.mcp;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.oauth.Authorizations;
import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.OAuthSettings;
import dev.caravan.source.oauth.RequestAuthorization;
import dev.caravan.store.Sha256;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * The connections of callers to a server that wants tokens of its callers. A connection is of one user, and with exchanged tokens of one token, since
 * another token of the same user may allow more. A connection that nobody used for ten minutes is forgotten.
 */
final class CallerConnections implements AutoCloseable {

    private static final int MOST = 1_000;

    private final String name;
    private final UpstreamProperties.Server settings;
    private final Authorizations authorizations;
    private final BiFunction<UpstreamProperties.Server, RequestAuthorization, UpstreamServer> connections;
    private final Cache<String, UpstreamServer> open = Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(Duration.ofMinutes(10))
            .removalListener((String caller, UpstreamServer server, RemovalCause cause) -> server.close()).build();

    /** @param connections makes the connection with these settings and this authorization */
    CallerConnections(String name, UpstreamProperties.Server settings, Authorizations authorizations,
            BiFunction<UpstreamProperties.Server, RequestAuthorization, UpstreamServer> connections) {
        this.name = name;
        this.settings = settings.ofCaller();
        this.authorizations = authorizations;
        this.connections = connections;
    }

    /** Whether the caller needs a connection of his own. In a mode that proves no names, the login of the gateway itself serves all callers. */
    boolean has(CallerIdentity caller) {
        return settings.oauth().isFor(caller);
    }

    /**
     * Returns the caller's connection.
     *
     * @throws UpstreamException if the caller needs a token and has none, or proved no name
     */
    UpstreamServer of(CallerIdentity caller) throws UpstreamException {
        RequestAuthorization authorization = authorizations.ofCaller(name, settings.url(), settings.oauth(), caller);
        String token = settings.oauth().grant() == OAuthSettings.Grant.TOKEN_EXCHANGE ? Sha256.hex(caller.token()) : "";
        return open.get(caller.name() + "\n" + token, any -> connections.apply(settings, authorization));
    }

    @Override
    public void close() {
        open.invalidateAll();
    }
}
