package dev.caravan.security;

import static dev.caravan.KeyedGateway.ALL;
import static dev.caravan.KeyedGateway.DOCUMENTS;
import static dev.caravan.KeyedGateway.READER;
import static dev.caravan.OwnGateway.sha256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.KeyedGateway;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mode api-key, whose configuration has hashes alone. */
class ApiKeyModeTest {

    private static final String UPSTREAM = "token of a service";

    private static OwnGateway gateway;
    private static GatewayLog log;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = KeyedGateway.builder().tool("find_document", "documents", "found").tool("find_node", "nodes", "found")
                .tool("headers", "documents", "${exchangeProperty.passedHeaders[authorization]}|${headers}").start();
        log = GatewayLog.recordDebug();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        log.close();
    }

    @Test
    void cachesShareNoListsWhereTagsNeedScopes() {
        for (String key : List.of(ALL, READER, DOCUMENTS)) {
            for (String things : List.of("Tools", "Resources", "Prompts")) {
                McpClient.Answer list = gateway.client().modern(things.toLowerCase(Locale.ROOT) + "/list", null,
                        McpClient.JSON.createObjectNode(), "List" + things + "Result", "X-API-Key", key);
                assertThat(list.result().get("cacheScope").textValue()).as(key + " " + things).isEqualTo("private");
            }
        }
    }

    @Test
    void bothHeadersAcceptAKey() {
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", ALL).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", "Authorization", "Bearer " + ALL).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", "Authorization", "bearer " + READER).status()).isEqualTo(200);
        assertThat(client.send("GET", "/mcp", null, "X-API-Key", READER).status()).isEqualTo(200);
    }

    @Test
    void missingAndWrongKeysHaveDifferentErrors() {
        SecuredClient.Answer none = client.rpc("tools/list", "{}");
        assertThat(none.status()).isEqualTo(401);
        assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"caravan\"");
        for (String wrong : List.of("x", ALL + "x", ALL.substring(1), sha256(ALL), "")) {
            SecuredClient.Answer answer = client.rpc("tools/list", "{}", "X-API-Key", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer realm=\"caravan\", error=\"invalid_token\"");
            assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32600);
        }
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", ALL, "X-API-Key", READER).status()).isEqualTo(401);
        assertThat(client.send("GET", "/.well-known/oauth-protected-resource/mcp", null).status()).isEqualTo(404);
    }

    @Test
    void scopesOfAKeyDecide() {
        String call = "{\"name\":\"find_document\",\"arguments\":{}}";

        SecuredClient.Answer refused = client.rpc("tools/call", call, "X-API-Key", READER);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("WWW-Authenticate"))
                .isEqualTo("Bearer realm=\"caravan\", error=\"insufficient_scope\", scope=\"tools:call\"");
        assertThat(client.rpc("tools/call", call, "X-API-Key", DOCUMENTS).json().at("/result/isError").asBoolean()).isFalse();
    }

    @Test
    void keyWithTagsHasOnlyToolsOfThoseTags() {
        assertThat(names(DOCUMENTS)).containsExactly("find_document", "headers");
        assertThat(names(READER)).as("without the scope of the tag").containsExactly("find_document", "headers");
        assertThat(names(ALL)).containsExactly("find_document", "find_node", "headers");
        JsonNode answer = client.rpc("tools/call", "{\"name\":\"find_node\",\"arguments\":{}}", "X-API-Key", DOCUMENTS).json();
        assertThat(answer.at("/error/message").asText()).isEqualTo("Unknown tool: find_node");
    }

    @Test
    void gatewayKeyIsNotForwardedButAServiceTokenIs() {
        String call = "{\"name\":\"headers\",\"arguments\":{}}";

        assertThat(client.rpc("tools/call", call, "X-API-Key", ALL, "Authorization", UPSTREAM).body()).contains(UPSTREAM)
                .doesNotContain(ALL);
        assertThat(client.rpc("tools/call", call, "Authorization", "Bearer " + ALL).body()).doesNotContain(ALL);
    }

    @Test
    void logAndAuditContainNoKeyAndTheAuditNamesIt() {
        client.rpc("tools/call", "{\"name\":\"find_document\",\"arguments\":{}}", "X-API-Key", ALL);
        client.rpc("tools/call", "{\"name\":\"find_document\",\"arguments\":{}}", "Authorization", "Bearer " + ALL, "X-User-Id", "mallory");
        client.rpc("tools/call", "{\"name\":\"no_such\",\"arguments\":{}}", "X-API-Key", DOCUMENTS);
        client.rpc("tools/list", "{}", "X-API-Key", "wrong-" + READER);

        log.awaits("\"outcome\":\"UNKNOWN_TOOL\"", "\"caller\":\"all\"", "\"caller\":\"writer\"");
        assertThat(log.written(gateway.camel())).doesNotContain(ALL, DOCUMENTS, READER, "mallory");
    }

    @Test
    void instanceKeySufficesIfTheSettingAllowsIt() {
        assertThat(client.rpcAt("/mcp/some-key", "tools/list", "{}").status()).as("on to the look-up of the key").isNotEqualTo(401);
        assertThat(client.rpcAt("/mcp/some-key", "tools/list", "{}", "X-API-Key", "wrong").status()).isEqualTo(401);
        assertThat(client.rpc("tools/list", "{}").status()).isEqualTo(401);
        assertThat(client.rpcAt("/mcp/", "tools/list", "{}").status()).isNotEqualTo(200);
    }

    @Test
    void streamsNeedAKey() throws Exception {
        try (StreamClient stream = StreamClient.open(gateway.port(), "/mcp")) {
            assertThat(stream.status()).isEqualTo(401);
        }
    }

    @Test
    void gatewayWithoutKeysDoesNotStart() {
        assertThatThrownBy(OwnGateway.withEntries().set("security.mode", "api-key")::start)
                .hasMessageContaining("is api-key, but neither").hasMessageContaining("caravan.security.keys")
                .hasMessageContaining("Add a key");
        assertThatThrownBy(() -> new SecurityProperties.Key("me", ALL, null, null, null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(ALL);
    }

    private static List<String> names(String key) {
        return client.rpc("tools/list", "{}", "X-API-Key", key).json().at("/result/tools").findValuesAsText("name");
    }
}
