package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/**
 * Exchanges a caller's token for a token for a service (RFC 8693), at the authorization server in {@code caravan.recall.token-exchange}. It
 * caches a token until half a minute before the token expires. It does not cache a token without {@code expires_in}.
 */
@Component
class TokenExchange {

    /** The time that a token may need on its way to the service. */
    private static final Duration EARLY = Duration.ofSeconds(30);

    private static final int MOST_KEPT = 10_000;

    private final Settings settings;
    private final ProducerTemplate producer;
    private final StrictJson json;
    private final Cache<Key, Token> kept = Caffeine.newBuilder().maximumSize(MOST_KEPT)
            .expireAfter(Expiry.creating((Key key, Token token) -> token.lifetime())).build();

    private record Key(String subject, String audience) {
    }

    private record Token(String text, Duration lifetime) {
    }

    TokenExchange(Settings properties, ProducerTemplate producer, StrictJson json) {
        this.settings = properties;
        this.producer = producer;
        this.json = json;
    }

    /** Whether the settings name an authorization server. */
    boolean isSet() {
        return !settings.url().isBlank();
    }

    /**
     * Returns a token of the same caller for the audience.
     *
     * @param subject the caller's token
     * @param limit   timeout in ms
     * @throws TokenRefused if the exchange fails, with the reason
     */
    String token(String subject, String audience, long limit) throws TokenRefused {
        Key key = new Key(subject, audience);
        Token token = kept.getIfPresent(key);
        if (token == null) {
            token = exchanged(subject, audience, limit);
            if (!token.lifetime().isNegative()) {
                kept.put(key, token);
            }
        }
        return token.text();
    }

    private Token exchanged(String subject, String audience, long limit) throws TokenRefused {
        String type = "urn:ietf:params:oauth:token-type:access_token";
        String form = "grant_type=" + encoded("urn:ietf:params:oauth:grant-type:token-exchange") + "&subject_token=" + encoded(subject)
                + "&subject_token_type=" + encoded(type) + "&requested_token_type=" + encoded(type) + "&audience=" + encoded(audience);
        Exchange answer = producer.send("direct:recall-token-exchange", exchange -> {
            exchange.setVariable("tokenEndpoint", settings.url());
            exchange.getMessage().setHeader(Exchange.HTTP_METHOD, "POST");
            exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/x-www-form-urlencoded");
            exchange.getMessage().setHeader("Accept", "application/json");
            exchange.getMessage().setHeader("Authorization", "Basic " + Base64.getEncoder()
                    .encodeToString(
                            (encoded(settings.clientId()) + ":" + encoded(settings.clientSecret())).getBytes(StandardCharsets.UTF_8)));
            exchange.getMessage().setHeader("Caravan-Limit-Millis", limit);
            exchange.getMessage().setBody(form);
        });
        if (answer.getException() != null) {
            throw new TokenRefused("can't be reached: " + answer.getException().getClass().getSimpleName());
        }
        int status = answer.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
        JsonNode read;
        try {
            read = json.read(answer.getMessage().getBody(byte[].class));
        } catch (MalformedJsonException e) {
            throw new TokenRefused("answered with status " + status + " and without JSON");
        }
        if (status != 200 || !read.path("access_token").isTextual()) {
            String error = read.path("error").asText("");
            throw new TokenRefused("answered with status " + status + (error.matches("[a-z_]{1,60}") ? " " + error : ""));
        }
        return new Token(read.get("access_token").textValue(), Duration.ofSeconds(read.path("expires_in").asLong(0)).minus(EARLY));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The authorization server gave no token. */
    static final class TokenRefused extends Exception {

        private static final long serialVersionUID = 1;

        TokenRefused(String why) {
            super(why);
        }
    }

    /**
     * Settings of {@code caravan.recall.token-exchange.*}: the token endpoint of the authorization server, and the gateway's credentials
     * there.
     *
     * @param url          Token endpoint, for exchange.
     * @param clientId     Client id of the gateway at the token endpoint.
     * @param clientSecret Client secret of the gateway at the token endpoint.
     */
    @ConfigurationProperties("caravan.recall.token-exchange")
    record Settings(@DefaultValue("") String url, @DefaultValue("") String clientId, @DefaultValue("") String clientSecret) {

        Settings {
            if (!url.isBlank() && !url.matches("https?://[^/@\\s]+(/.*)?")) {
                throw new IllegalArgumentException("caravan.recall.token-exchange.url must be an address without a user,"
                        + " such as https://login.example.com/token");
            }
        }
    }
}
