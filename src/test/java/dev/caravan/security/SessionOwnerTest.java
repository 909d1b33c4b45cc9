package dev.caravan.security;

import static dev.caravan.KeyedGateway.ALICE;
import static dev.caravan.KeyedGateway.BOB;
import static dev.caravan.KeyedGateway.CALLER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.KeyedGateway;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A session, and the state of a request, are of no use to another caller. */
class SessionOwnerTest {

    private static OwnGateway gateway;
    private static GatewayLog log;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = KeyedGateway.builder()
                .file("ask", """
                        - route:
                            id: ask
                            from:
                              uri: ai-tool:ask
                              steps:
                                - to: mcp:roots?key=where
                                - setBody: {constant: asked}
                        """).start();
        log = GatewayLog.recordDebug();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        log.close();
    }

    private static String session(String key) {
        return client
                .rpc("initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}",
                        "X-API-Key", key)
                .header("Mcp-Session-Id");
    }

    @Test
    void sessionOfAnotherCallerIsNotFound() {
        String session = session(ALICE);
        assertThat(session).isNotBlank().doesNotContain("alice");

        for (String key : List.of(BOB, CALLER)) {
            assertThat(client.rpc("ping", "{}", "X-API-Key", key, "Mcp-Session-Id", session).status()).isEqualTo(404);
            assertThat(client.send("DELETE", "/mcp", null, "X-API-Key", key, "Mcp-Session-Id", session).status()).isEqualTo(404);
        }
        assertThat(client.send("GET", "/mcp", null, "X-API-Key", BOB, "Mcp-Session-Id", session).status()).isEqualTo(404);
        assertThat(client.rpc("ping", "{}", "Mcp-Session-Id", session).status()).as("a session lets nobody in").isEqualTo(401);
        assertThat(client.send("DELETE", "/mcp", null, "Mcp-Session-Id", session).status()).isEqualTo(401);
        assertThat(client.rpc("ping", "{}", "X-API-Key", ALICE, "Mcp-Session-Id", session).status()).isEqualTo(200);
        assertThat(client.send("GET", "/mcp", null, "X-API-Key", ALICE, "Mcp-Session-Id", session).status()).isEqualTo(200);
        assertThat(client.send("DELETE", "/mcp", null, "X-API-Key", ALICE, "Mcp-Session-Id", session).status()).isEqualTo(204);
    }

    @Test
    void callerWithCallScopeOnlyHasASession() {
        String session = session(CALLER);

        assertThat(client.rpc("logging/setLevel", "{\"level\":\"error\"}", "X-API-Key", CALLER, "Mcp-Session-Id", session).status())
                .isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(403);
        assertThat(client.send("GET", "/mcp", null, "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(403);
        assertThat(client.send("DELETE", "/mcp", null, "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(204);
    }

    @Test
    void requestStateOfAnotherCallerIsRefused() {
        String params = "{\"name\":\"ask\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}%s}";
        JsonNode asked = call(ALICE, params.formatted("")).json().get("result");
        String more = ",\"requestState\":\"" + asked.get("requestState").asText() + "\",\"inputResponses\":{\"where\":{\"roots\":[]}}";

        assertThat(call(BOB, params.formatted(more)).json().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(call(ALICE, params.formatted(more)).json().at("/result/structuredContent/data").asText()).isEqualTo("asked");
        assertThat(log.written(gateway.camel())).contains("\"outcome\":\"INPUT_REQUIRED\"")
                .doesNotContain(asked.get("requestState").asText());
    }

    @Test
    void missingSessionIsAudited() {
        call(ALICE,
                "{\"name\":\"ask\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}");

        assertThat(log.written(gateway.camel())).contains("\"outcome\":\"MISSING_CAPABILITY\"");
    }

    private static SecuredClient.Answer call(String key, String params) {
        return client.rpc("tools/call", McpClient.object(params).toString(), "X-API-Key", key, "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "ask");
    }
}
