package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A session, and the state of a request, are of no use to another caller. */
class SessionOwnerTest {

    private static final String ALICE = "kAlice-4f3c0c6f0b1e4c5f9f0e";
    private static final String BOB = "kBob-9a3f77de21b84d0c";
    private static final String CALLER = "kCaller-9a3f77de21b84d0c";

    private static LightGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() throws Exception {
        gateway = new LightGateway(List.of(LightGateway.tool("ask", "any", "asked").replace("steps:\n", "steps:\n        - to: mcp:roots?key=where\n")),
                "security.mode=api-key",
                "security.keys[0].name=alice", "security.keys[0].sha256=" + sha256(ALICE), "security.keys[0].scopes=tools:read,tools:call",
                "security.keys[1].name=bob", "security.keys[1].sha256=" + sha256(BOB), "security.keys[1].scopes=tools:read,tools:call",
                "security.keys[2].name=caller", "security.keys[2].sha256=" + sha256(CALLER), "security.keys[2].scopes=tools:call");
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String sha256(String key) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private static String session(String key) {
        return client.rpc("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}", "X-API-Key", key)
                .header("Mcp-Session-Id");
    }

    @Test
    void anotherCallersSessionIsNotThere() {
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
    void whoMayOnlyCallHasASessionToo() {
        String session = session(CALLER);

        assertThat(client.rpc("logging/setLevel", "{\"level\":\"error\"}", "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(403);
        assertThat(client.send("GET", "/mcp", null, "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(403);
        assertThat(client.send("DELETE", "/mcp", null, "X-API-Key", CALLER, "Mcp-Session-Id", session).status()).isEqualTo(204);
    }

    @Test
    void anotherCallersStateIsNoGood() {
        String params = "{\"name\":\"ask\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}%s}";
        JsonNode asked = call(ALICE, params.formatted("")).json().get("result");
        String more = ",\"requestState\":\"" + asked.get("requestState").asText() + "\",\"inputResponses\":{\"where\":{\"roots\":[]}}";

        assertThat(call(BOB, params.formatted(more)).json().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(call(ALICE, params.formatted(more)).json().at("/result/structuredContent/data").asText()).isEqualTo("asked");
        assertThat(gateway.log()).contains("\"outcome\":\"INPUT_REQUIRED\"").doesNotContain(asked.get("requestState").asText());
    }

    @Test
    void whatIsMissingIsAudited() {
        call(ALICE, "{\"name\":\"ask\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}");

        assertThat(gateway.log()).contains("\"outcome\":\"MISSING_CAPABILITY\"");
    }

    private static SecuredClient.Answer call(String key, String params) {
        return client.rpc("tools/call", McpClient.object(params).toString(), "X-API-Key", key, "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "ask");
    }
}
