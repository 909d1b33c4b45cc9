package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.GatewayLog;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An issuer that changes its keys and goes away, over real HTTP. */
@Tag("full")
class TokenVerifierTest {

    private static final RSAKey FIRST = Tokens.rsa("first");
    private static final RSAKey SECOND = Tokens.rsa("second");
    private static final List<String> ALGORITHMS = List.of("RS256");

    private final int port = FreePorts.pick();
    private final String issuer = "http://127.0.0.1:" + port + "/tenant";
    private final Tokens tokens = new Tokens(issuer, "gateway");
    private final AtomicInteger asked = new AtomicInteger();
    private volatile JWKSet keys = new JWKSet(FIRST);
    private volatile String named = issuer;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/tenant/.well-known/openid-configuration",
                exchange -> send(exchange, "{\"issuer\":\"" + named + "\",\"jwks_uri\":\"http://127.0.0.1:" + port + "/keys\"}"));
        server.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            send(exchange, keys.toPublicJWKSet().toString());
        });
        server.start();
    }

    private static void send(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void findsTheKeysByTheThirdMetadataAddress() throws Exception {
        assertThat(verifier("", "5m").verify(tokens.signed(FIRST, claims -> { })).name()).isEqualTo("alice");
        assertThat(TokenVerifier.IssuerKeys.metadata(URI.create("https://a.example/t"))).containsExactly(
                "https://a.example/.well-known/oauth-authorization-server/t",
                "https://a.example/.well-known/openid-configuration/t", "https://a.example/t/.well-known/openid-configuration");
    }

    @Test
    void subjectThatStoresOrLogsCannotKeepIsRefused() {
        for (String subject : List.of("a\u0000b", "\u0000", "a\nb", "a\u001b[31mb", "a\u0085b", " ", "a".repeat(100_000))) {
            assertThatThrownBy(() -> verifier("", "5m").verify(tokens.signed(FIRST, claims -> claims.subject(subject))))
                    .as(subject.substring(0, 1)).isInstanceOf(TokenVerifier.InvalidTokenException.class);
        }
    }

    @Test
    void metadataOfAnotherIssuerIsIgnored() {
        named = "http://127.0.0.1:" + port;

        assertThatThrownBy(() -> verifier("", "5m").verify(tokens.signed(FIRST, claims -> {})))
                .isInstanceOf(TokenVerifier.IssuerDownException.class);
    }

    @Test
    void newKeyIsAcceptedAtOnceAndARemovedOneRefused() throws Exception {
        TokenVerifier verifier = verifier("http://127.0.0.1:" + port + "/keys", "5m");
        verifier.verify(tokens.signed(FIRST, claims -> { }));
        keys = new JWKSet(SECOND);

        assertThat(verifier.verify(tokens.signed(SECOND, claims -> { })).name()).isEqualTo("alice");
        assertThatThrownBy(() -> verifier.verify(tokens.signed(FIRST, claims -> {})))
                .isInstanceOf(TokenVerifier.InvalidTokenException.class);
    }

    @Test
    void unknownKeysCauseFewRequestsToTheIssuer() throws Exception {
        TokenVerifier verifier = verifier("http://127.0.0.1:" + port + "/keys", "5m");
        for (int i = 0; i < 50; i++) {
            String stranger = tokens.signed(Tokens.again(SECOND, "stranger-" + i), claims -> { });
            assertThatThrownBy(() -> verifier.verify(stranger)).isInstanceOf(TokenVerifier.InvalidTokenException.class);
        }

        assertThat(asked).hasValueLessThanOrEqualTo(4);
    }

    @Test
    void knownKeysStayValidWhileTheIssuerIsDown() throws Exception {
        TokenVerifier verifier = verifier("http://127.0.0.1:" + port + "/keys", "100ms");
        verifier.verify(tokens.signed(FIRST, claims -> { }));
        server.stop(0);

        try (GatewayLog log = GatewayLog.record()) {
            await().until(() -> {
                assertThat(verifier.verify(tokens.signed(FIRST, claims -> claims.subject("bob"))).name()).isEqualTo("bob");
                return log.text().contains("Keys of the issuer unavailable issuer=" + issuer);
            });
        }
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> verifier.verify(tokens.signed(SECOND, claims -> {}))).isInstanceOfSatisfying(
                    TokenVerifier.IssuerDownException.class,
                    e -> assertThat(e.pause()).isPositive());
        }
        assertThatThrownBy(() -> verifier.verify(tokens.unsigned())).isInstanceOf(TokenVerifier.InvalidTokenException.class);
        assertThatThrownBy(() -> verifier.verify(tokens.hmac(FIRST))).isInstanceOf(TokenVerifier.InvalidTokenException.class);
    }

    @Test
    void readsScopesInEveryForm() throws Exception {
        TokenVerifier verifier = verifier("http://127.0.0.1:" + port + "/keys", "5m");

        assertThat(verifier.verify(tokens.signed(FIRST, claims -> claims.claim("scope", "a b"))).scopes()).containsExactlyInAnyOrder("a",
                "b");
        assertThat(verifier.verify(tokens.signed(FIRST, claims -> claims.claim("scope", null).claim("scp", List.of("a", "b")))).scopes())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(verifier.verify(tokens.signed(FIRST, claims -> claims.claim("scope", null))).scopes()).isEmpty();
    }

    @Test
    void onlyAsymmetricAlgorithmsCanBeAllowed() {
        for (String algorithm : List.of("none", "HS256", "")) {
            SecurityProperties.OAuth2 settings = new SecurityProperties.OAuth2(issuer, "", List.of(), List.of("RS256", algorithm),
                    Duration.ofSeconds(60), Duration.ofMinutes(5), Duration.ofSeconds(2));
            assertThatThrownBy(() -> new TokenVerifier(settings, Set.of("gateway"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("algorithms");
        }
    }

    private TokenVerifier verifier(String jwksUri, String ttl) {
        return new TokenVerifier(new SecurityProperties.OAuth2(issuer, jwksUri, List.of(), ALGORITHMS, Duration.ofSeconds(60),
                org.springframework.boot.convert.DurationStyle.detectAndParse(ttl), Duration.ofSeconds(2)), Set.of("gateway"));
    }
}
