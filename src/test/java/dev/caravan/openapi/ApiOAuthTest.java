package dev.caravan.openapi;

import static dev.caravan.oauth.LoginVisit.GATEWAY;
import static dev.caravan.oauth.LoginVisit.login;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import dev.caravan.oauth.LoginVisit;
import dev.caravan.security.AuthorizationServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests to an API with {@code oauth} have an access token for that API, and never the caller's own. */
class ApiOAuthTest {

    private static final String FLOWS = "{type: oauth2, flows: {clientCredentials: {tokenUrl: 'ISSUER/oauth2/token', scopes: {'tools:read': Reads, 'tools:call': Calls}}}}";
    private static final String OPENID = "{type: openIdConnect, openIdConnectUrl: 'ISSUER/.well-known/openid-configuration'}";

    private static AuthorizationServer issuer;
    private static TokenApi api;
    private static OwnGateway gateway;
    private static String alice;

    @BeforeAll
    static void start() throws IOException {
        issuer = new AuthorizationServer();
        api = new TokenApi();
        Path folder = TemporaryFolder.make("oauth-apis");
        save(folder, "own", FLOWS, "{token-url: 'ISSUER/oauth2/token', client-id: alice, client-secret: 'secret of alice'}");
        save(folder, "found", OPENID, "{issuer: 'ISSUER', client-id: bob, client-secret: 'secret of bob'}");
        save(folder, "exchange", FLOWS, "{grant: token-exchange, issuer: 'ISSUER', client-id: gateway, client-secret: 'secret of gateway'}");
        save(folder, "user", OPENID, "{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web'}");
        save(folder, "elsewhere", FLOWS, "{client-id: alice, client-secret: 'secret of alice'}");
        save(folder, "wrong", FLOWS, "{token-url: 'ISSUER/oauth2/token', client-id: alice, client-secret: guessed}");
        gateway = ApiGateways.offering(folder).settings("security.mode=oauth2", "security.public-url=" + GATEWAY, "security.oauth2.issuer=" + issuer.issuer()).start();
        alice = issuer.token("alice", GATEWAY, "tools:read", "tools:call");
        ApiGateways.until(() -> post(alice, "tools/list", null).at("/result/tools").size() == 10);
    }

    private static void save(Path folder, String name, String scheme, String oauth) throws IOException {
        Files.writeString(folder.resolve(name + ".openapi.yaml"), """
                openapi: 3.0.3
                servers: [{url: 'URL/NAME'}]
                components: {securitySchemes: {login: SCHEME}}
                paths:
                  /me: {get: {operationId: NAME_me, security: [{login: ['tools:read']}]}}
                  /say: {post: {operationId: NAME_say, security: [{login: ['tools:call']}], requestBody: {content: {application/json: {schema: {type: object}}}}}}
                """.replace("SCHEME", scheme).replace("ISSUER", issuer.issuer()).replace("URL/", api.url() + "/").replace("NAME", name));
        Files.writeString(folder.resolve(name + ".yaml"), "oauth: " + oauth.replace("ISSUER", issuer.issuer()));
    }

    @AfterAll
    static void stop() {
        gateway.close();
        api.close();
        issuer.close();
    }

    @AfterEach
    void forget() {
        api.received.clear();
        api.revoked.clear();
        api.refusesAll = false;
    }

    @Test
    void clientCredentialsHaveTheScopesThatTheOperationsNeed() {
        assertThat(subject(alice, "own_me")).isEqualTo("alice");
        assertThat(subject(alice, "own_me")).isEqualTo("alice");

        assertThat(api.received).allSatisfy(one -> assertThat(one.scopes()).contains("tools:read", "tools:call")).hasSize(2);
        assertThat(tokens()).as("one token for both calls").hasSize(1);
        assertThat(call(alice, "own_me").toString()).as("the answer repeats the token").contains("\"echo\":\"***\"");
        assertThat(subject(alice, "found_me")).as("with the endpoint of the issuer's metadata").isEqualTo("bob");
    }

    @Test
    void anInvalidTokenIsRefreshedOnce() {
        subject(alice, "own_me");
        api.revoked.addAll(tokens());
        JsonNode said = post(alice, "tools/call", McpClient.object("{\"name\":\"own_say\",\"arguments\":{\"body\":{\"a\":1}}}")).at("/result/structuredContent");
        assertThat(said.at("/data/body").asText()).as("the repeated request has its body").isEqualTo("{'a':1}");
        assertThat(api.received).hasSize(3);
        assertThat(tokens()).hasSize(2);
        api.received.clear();
        api.refusesAll = true;
        assertThat(call(alice, "own_me").at("/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(api.received).as("one request more").hasSize(2);
        assertThat(call(alice, "own_me").at("/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(api.received).as("an API that refuses everything costs no token for each call").hasSize(3);
    }

    @Test
    void aCallersTokenIsExchangedForOneForTheApi() {
        String bob = issuer.token("bob", GATEWAY, "tools:read", "tools:call");
        assertThat(subject(alice, "exchange_me")).isEqualTo("alice");
        assertThat(subject(bob, "exchange_me")).isEqualTo("bob");
        assertThat(tokens()).hasSize(2).as("no caller's own token").doesNotContain(alice, bob);
    }

    @Test
    void aUserLogsInOnce() throws Exception {
        LoginVisit browser = new LoginVisit(gateway.url(), issuer, "user (API)");
        browser.logIn(login(call(alice, "user_me").toString()), "alice");
        assertThat(api.received).as("nothing was sent without a token").isEmpty();
        assertThat(List.of(subject(alice, "user_me"), subject(alice, "user_me"))).as("the token is refreshed, since it lives less than half a minute").containsOnly("alice");
        assertThat(login(call(issuer.token("bob", GATEWAY, "tools:read", "tools:call"), "user_me").toString())).isNotEmpty();
        assertThat(api.received).extracting(TokenApi.Received::subject).containsOnly("alice");
    }

    @Test
    void theSecretGoesToNoEndpointThatOnlyTheDocumentNames() {
        try (GatewayLog log = GatewayLog.record()) {
            assertThat(gateway.bean(OfferedApis.class).problems().get("elsewhere")).contains("elsewhere.yaml", issuer.issuer() + "/oauth2/token", "set oauth.token-url").doesNotContain("secret of");
            JsonNode refused = call(alice, "wrong_me");
            assertThat(refused.at("/error/message").asText()).contains("wrong", "invalid_client");
            assertThat(api.received).isEmpty();
            assertThat(log.text() + refused).doesNotContain("guessed");
        }
    }

    private static List<String> tokens() {
        return api.received.stream().map(TokenApi.Received::token).distinct().toList();
    }

    private static String subject(String token, String tool) {
        JsonNode envelope = call(token, tool);
        assertThat(envelope.at("/data/subject").isTextual()).as(envelope.toString()).isTrue();
        return envelope.at("/data/subject").asText();
    }

    private static JsonNode call(String token, String tool) {
        return post(token, "tools/call", McpClient.object("{\"arguments\":{}}").put("name", tool)).at("/result/structuredContent");
    }

    private static JsonNode post(String token, String method, ObjectNode params) {
        return gateway.client().post(McpClient.request(method, params).toString(), "MCP-Protocol-Version", "2025-11-25", "Authorization", "Bearer " + token).json();
    }
}
