package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every endpoint takes the right token with its scope, and no other. */
class AuthorizationMatrixTest extends TokenGatewayTest {

    private static final RSAKey STRANGER = Tokens.rsa("another");
    /** Made once: each is a signature. */
    private static final Map<String, String> BAD = badTokens();
    private static final Map<String, String> ISSUED = new HashMap<>();

    static List<Endpoint> endpoints() {
        return Endpoint.all();
    }

    private static Map<String, String> badTokens() {
        RSAKey key = ISSUER.key();
        Map<String, String> bad = new LinkedHashMap<>();
        bad.put("garbage", "garbage");
        bad.put("no JWT", "a.b.c");
        bad.put("wrong audience", ISSUER.token("alice", "https://another.example.com/mcp", AuthorizationServer.SCOPES));
        bad.put("no audience", TOKENS.signed(key, claims -> claims.audience((String) null)));
        bad.put("expired", TOKENS.signed(key, claims -> claims.expirationTime(Tokens.in(-90))));
        bad.put("without an end", TOKENS.signed(key, claims -> claims.expirationTime(null)));
        bad.put("not yet valid", TOKENS.signed(key, claims -> claims.notBeforeTime(Tokens.in(3_600))));
        bad.put("wrong issuer", TOKENS.signed(key, claims -> claims.issuer("https://another.example.com")));
        bad.put("without a subject", TOKENS.signed(key, claims -> claims.subject(null)));
        bad.put("wrong key", TOKENS.signed(Tokens.again(STRANGER, key.getKeyID()), claims -> { }));
        bad.put("unknown key", TOKENS.signed(STRANGER, claims -> { }));
        bad.put("HS256 with the public key", TOKENS.hmac(key));
        bad.put("unsigned", TOKENS.unsigned());
        return bad;
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("endpoints")
    void everyOtherTokenIsRefused(Endpoint endpoint) {
        SoftAssertions all = new SoftAssertions();

        for (Map.Entry<String, String> token : BAD.entrySet()) {
            SecuredClient.Answer answer = send(endpoint, bearer(token.getValue()));
            if (endpoint.isOpen()) {
                all.assertThat(answer.status()).as(token.getKey()).isEqualTo(open(endpoint));
                continue;
            }
            all.assertThat(answer.status()).as(token.getKey()).isEqualTo(401);
            all.assertThat(answer.header("WWW-Authenticate")).as(token.getKey())
                    .startsWith("Bearer resource_metadata=\"" + metadata(endpoint) + "\", error=\"invalid_token\"")
                    .endsWith(", scope=\"" + advised(endpoint) + "\"");
            all.assertThat(answer.body()).as(token.getKey()).contains(
                    endpoint.isMcp() ? "-32600" : endpoint.template().matches("(/api/v1|/tools|/page).*") ? "1002" : "Public.Unauthorized");
        }
        for (String[] none : new String[][] {{}, {"Authorization", "Basic YTpi"}, {"X-API-Key", alice}, {"X-User-Id", "alice"}}) {
            SecuredClient.Answer answer = send(endpoint, none);
            if (endpoint.isOpen()) {
                all.assertThat(answer.status()).isEqualTo(open(endpoint));
            } else {
                all.assertThat(answer.status()).isEqualTo(401);
            }
            all.assertThat(answer.header("WWW-Authenticate")).isEqualTo(endpoint.isOpen() ? ""
                    : "Bearer resource_metadata=\"" + metadata(endpoint) + "\", scope=\"" + advised(endpoint) + "\"");
        }
        if (!endpoint.isOpen()) {
            all.assertThat(send(endpoint, "Authorization", "Bearer " + alice, "Authorization", "Bearer " + alice).status()).isEqualTo(400);
            all.assertThat(send(endpoint, "Authorization", "Bearer").status()).isEqualTo(400);
        }
        all.assertAll();
    }

    private static int open(Endpoint endpoint) {
        return endpoint.statusWithoutLogin() == 0 ? 200 : endpoint.statusWithoutLogin();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void tokenNeedsTheScope(Endpoint endpoint) {
        String[] others = Stream.of(AuthorizationServer.SCOPES).filter(scope -> !scope.equals(endpoint.scope())).toArray(String[]::new);

        SecuredClient.Answer wrong = send(endpoint, bearer(issued(others)));
        SecuredClient.Answer right = send(endpoint,
                bearer(endpoint.scope() == null || endpoint.isOpen() ? TOKENS.signed(ISSUER.key(), claims -> claims.claim("scope", null))
                : issued(endpoint.scope())));

        assertThat(right.status()).as(right.body()).isNotIn(401, 403, 429, 500, 503);
        if (endpoint.scope() == null || endpoint.isOpen()) {
            assertThat(wrong.status()).isEqualTo(right.status());
        } else {
            assertThat(wrong.status()).isEqualTo(403);
            assertThat(wrong.header("WWW-Authenticate")).isEqualTo("Bearer resource_metadata=\"" + metadata(endpoint)
                    + "\", error=\"insufficient_scope\", scope=\"" + endpoint.scope() + "\"");
        }
    }

    /** Alice's token for these scopes, asked for once. */
    private static String issued(String... scopes) {
        return ISSUED.computeIfAbsent(String.join(" ", scopes), any -> ISSUER.token("alice", RESOURCE, scopes));
    }

    private SecuredClient.Answer send(Endpoint endpoint, String... headers) {
        return endpoint.send(client,
                endpoint.isMcp() ? Map.of("api_key", instance, "toolset", "every") : Map.of("file", "main.js"), headers);
    }

    private static String metadata(Endpoint endpoint) {
        return URL + "/.well-known/oauth-protected-resource" + (endpoint.isMcp() ? "/mcp" : "");
    }

    /** As for messages only the message tells what it needs, one that was not read needs what all of them do. */
    private static String advised(Endpoint endpoint) {
        return endpoint.isMcp() && !endpoint.method().equals("GET") ? "tools:read tools:call" : endpoint.scope();
    }
}
