package dev.caravan.source.openapi;

import static dev.caravan.source.oauth.LoginVisit.GATEWAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import dev.caravan.security.AuthorizationServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * A gateway in mode oauth2 that offers an API with access tokens, under several names with different settings. All trust one authorization
 * server.
 */
abstract class GuardedApis {

    private static final String FLOWS = "{type: oauth2, flows: {clientCredentials: {tokenUrl: 'ISSUER/oauth2/token', scopes: "
            + "{'tools:read': Reads, 'tools:call': Calls}}}}";
    private static final String OPENID = "{type: openIdConnect, openIdConnectUrl: 'ISSUER/.well-known/openid-configuration'}";

    static AuthorizationServer issuer;
    static TokenApi api;
    static OwnGateway gateway;
    static String alice;

    @BeforeAll
    static void start() throws IOException {
        issuer = new AuthorizationServer();
        api = new TokenApi();
        Path sources = TemporaryFolder.make("oauth-apis");
        OwnGateway.Builder builder = OwnGateway.withSources(sources);
        Path folder = sources.resolve("apis");
        save(folder, "own", FLOWS, "{token-url: 'ISSUER/oauth2/token', scopes: ['tools:read', 'tools:call'], client-id: alice, "
                + "client-secret: 'secret of alice'}");
        save(folder, "found", OPENID, "{issuer: 'ISSUER', client-id: bob, client-secret: 'secret of bob'}");
        save(folder, "exchange", FLOWS,
                "{grant: token-exchange, token-url: 'ISSUER/oauth2/token', client-id: gateway, client-secret: 'secret of gateway'}");
        save(folder, "user", OPENID, "{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web'}");
        save(folder, "elsewhere", FLOWS, "{client-id: alice, client-secret: 'secret of alice'}");
        save(folder, "wrong", FLOWS, "{token-url: 'ISSUER/oauth2/token', client-id: alice, client-secret: guessed}");
        gateway = builder.settings("security.mode=oauth2", "security.public-url=" + GATEWAY, "security.oauth2.issuer=" + issuer.issuer())
                .start();
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
                  /say: {post: {operationId: NAME_say, security: [{login: ['tools:call']}], requestBody: {content: {application/json: \
                {schema: {type: object}}}}}}
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

    static List<String> tokens() {
        return api.received.stream().map(TokenApi.Received::token).distinct().toList();
    }

    static String subject(String token, String tool) {
        JsonNode envelope = call(token, tool);
        assertThat(envelope.at("/data/subject").isTextual()).as(envelope.toString()).isTrue();
        return envelope.at("/data/subject").asText();
    }

    static JsonNode call(String token, String tool) {
        return post(token, "tools/call", McpClient.object("{\"arguments\":{}}").put("name", tool)).at("/result/structuredContent");
    }

    static JsonNode post(String token, String method, ObjectNode params) {
        return gateway.client().post(McpClient.request(method, params).toString(), "MCP-Protocol-Version", "2025-11-25", "Authorization",
                "Bearer " + token).json();
    }
}
