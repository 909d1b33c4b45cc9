package dev.caravan.source.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.caravan.store.Sha256;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.stereotype.Component;

/**
 * Exchanges callers' tokens for tokens of the same callers for a server (RFC 8693). It keeps a token until half a minute before it expires, at most
 * 10,000. A token without an expiry is not kept.
 */
@Component
class ExchangedTokens {

    private static final int MOST_KEPT = 10_000;
    private static final Duration EARLY = Duration.ofSeconds(30);

    private final TokenRequests requests;
    private final Cache<Key, OAuth2AccessToken> kept = Caffeine.newBuilder().maximumSize(MOST_KEPT)
            .expireAfter(Expiry.creating((Key key, OAuth2AccessToken token) -> Duration.between(Instant.now(), token.getExpiresAt()).minus(EARLY))).build();

    /** @param subject hash of the caller's token */
    private record Key(String server, String url, OAuthSettings settings, String subject) {
    }

    ExchangedTokens(TokenRequests requests) {
        this.requests = requests;
    }

    RequestAuthorization of(String server, String url, OAuthSettings settings, String subject) {
        Key key = new Key(server, url, settings, Sha256.hex(subject));
        return new RequestAuthorization() {

            @Override
            public String token() throws IOException {
                OAuth2AccessToken token = kept.getIfPresent(key);
                if (token == null) {
                    token = requests.exchange(settings, subject, url);
                    if (token.getExpiresAt() != null && token.getExpiresAt().isAfter(Instant.now().plus(EARLY))) {
                        kept.put(key, token);
                    }
                }
                return token.getTokenValue();
            }

            @Override
            public boolean renew(String used, int status, List<String> challenges) throws IOException {
                kept.invalidate(key);
                return status == 401 && !token().equals(used);
            }
        };
    }
}
