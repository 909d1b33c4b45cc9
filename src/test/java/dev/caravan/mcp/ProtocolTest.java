package dev.caravan.mcp;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of each revision initialize or discover, list and call as their revision says. */
class ProtocolTest extends GatewayTest {

    @ParameterizedTest
    @CsvSource({"2025-03-26,2025-03-26", "2025-06-18,2025-06-18", "2025-11-25,2025-11-25", "2026-07-28,2025-11-25",
        "1999-01-01,2025-11-25"})
    void initializeNegotiatesALegacyRevision(String asked, String answered) {
        ObjectNode params = object("{\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}").put("protocolVersion", asked);

        JsonNode result = client.legacy(null, "initialize", params, "InitializeResult").result();

        assertThat(result.get("protocolVersion").asText()).isEqualTo(answered);
        assertThat(result.at("/serverInfo/name").asText()).isEqualTo("caravan");
        assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
        assertThat(result.at("/capabilities/resources/listChanged").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void legacyClientsPingListAndCall(String revision) {
        assertThat(client.legacy(revision, "ping", null, "EmptyResult").result()).isEmpty();
        JsonNode list = client.legacy(revision, "tools/list", object("{}"), "ListToolsResult").result();
        assertThat(list.get("tools")).extracting(tool -> tool.get("name").asText()).contains("mongo_find_by_id").isSorted();
        assertThat(list.has("ttlMs")).isFalse();
        JsonNode called = client.legacy(revision, "tools/call", object("{\"name\":\"mongo_find_all\"}"), "CallToolResult").result();
        assertThat(called.get("isError").asBoolean()).isFalse();
        assertThat(called.has("resultType")).isFalse();
    }

    @Test
    void modernClientsDiscoverListAndCall() {
        JsonNode discovered = client.modern("server/discover", null, "DiscoverResult").result();
        assertThat(discovered.get("supportedVersions").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
        assertThat(discovered.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText()).isEqualTo("caravan");
        assertThat(discovered.at("/capabilities/tools")).isEqualTo(object("{\"listChanged\":true}"));
        assertThat(discovered.at("/capabilities/resources")).isEqualTo(object("{\"listChanged\":true,\"subscribe\":true}"));
        JsonNode list = client.modern("tools/list", null, "ListToolsResult").result();
        assertThat(list.get("ttlMs").isIntegralNumber()).isTrue();
        assertThat(list.get("cacheScope").asText()).isEqualTo("public");
        assertThat(list.get("resultType").asText()).isEqualTo("complete");
        JsonNode called = client.modern("tools/call", object("{\"name\":\"mongo_find_all\",\"arguments\":{}}"), "CallToolResult").result();
        assertThat(called.get("resultType").asText()).isEqualTo("complete");
        assertThat(called.at("/_meta/traceId").asText()).hasSize(32);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "unknown/method", "notifications/x"})
    void eraDoesNotDependOnTheMethod(String method) {
        Answer answer = client.modern(method, null, "EmptyResult");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32601);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void batchesAreAnsweredInOrderInTheirRevision() {
        Answer answer = client.post("""
                [{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},
                 {"jsonrpc":"2.0","id":2,"method":"zork"},{"jsonrpc":"2.0","id":3,"method":"initialize",\
                "params":{"protocolVersion":"2025-03-26"}},
                 {"jsonrpc":"2.0","id":4,"method":"tools/call",\
                "params":{"name":"mongo_find_all"}}]""", "MCP-Protocol-Version", "2025-03-26");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().findValuesAsText("id").stream().limit(2)).containsExactly("a", "2");
        assertThat(answer.json().get(0).get("result")).isEmpty();
        assertThat(answer.json().at("/1/error/code").asInt()).isEqualTo(-32601);
        assertThat(answer.json().at("/2/error/code").asInt()).isEqualTo(-32600);
        assertThat(answer.json().at("/3/result/isError").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard-of\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]"})
    void notificationsAndResponsesGetNoBody(String body) {
        Answer answer = client.post(body);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEmpty();
    }
}
