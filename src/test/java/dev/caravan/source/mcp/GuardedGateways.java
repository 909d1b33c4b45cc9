package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.security.AuthorizationServer;
import dev.caravan.source.oauth.LoginVisit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A gateway in mode oauth2 that offers the tools of a server that wants tokens too; both trust one authorization server. */
abstract class GuardedGateways extends FederatedGateways {

    static final String GATEWAY = LoginVisit.GATEWAY;

    AuthorizationServer issuer;
    GuardedServer server;

    @BeforeEach
    void startServer() {
        issuer = new AuthorizationServer();
        server = new GuardedServer(issuer.issuer());
    }

    @AfterEach
    void stopServer() {
        server.close();
        issuer.close();
    }

    /** @param oauth the settings of the server's {@code oauth}, with ISSUER for the address of the authorization server */
    void startGateway(String oauth, String... more) {
        configure("guarded: {url: '" + server.url() + "', oauth: " + oauth.replace("ISSUER", issuer.issuer()) + ", expose: {}}");
        gateway = guarded(offeringAlone()).settings(more).start();
    }

    private OwnGateway.Builder guarded(OwnGateway.Builder builder) {
        return builder.settings("security.mode=oauth2", "security.public-url=" + GATEWAY, "security.oauth2.issuer=" + issuer.issuer());
    }

    /** Returns a token for the gateway. */
    String token(String client) {
        return issuer.token(client, GATEWAY, "tools:read", "tools:call");
    }

    List<String> toolsFor(String token) {
        List<String> names = new ArrayList<>();
        post(token, "tools/list", McpClient.object("{}")).at("/result/tools").forEach(tool -> names.add(tool.get("name").asText()));
        return names;
    }

    /** Calls {@code greet} and returns the text of the answer. */
    String greet(String token) {
        return post(token, "tools/call", McpClient.object("{\"name\":\"greet\",\"arguments\":{}}")).at("/result/content/0/text").asText();
    }

    JsonNode post(String token, String method, ObjectNode params) {
        return gateway.client().post(McpClient.request(method, params).toString(), "MCP-Protocol-Version", "2025-11-25", "Authorization",
                "Bearer " + token).json();
    }
}
