package dev.caravan.mcp.stdio;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Clients on standard streams hear of live edits, and those of the entry route lose no request. */
@Tag("nightly")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StdioLiveEditsTest extends SharedStdioTest {

    @Test
    @Order(4)
    void listenerHearsOfLiveEditsUntilItIsCancelled() throws Exception {
        gateway.send(
                "{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"subscriptions/listen\","
                        + "\"params\":{\"notifications\":{\"toolsListChanged\":true},"
                        + MODERN + "}}");
        assertThat(gateway.next().get("method").asText()).isEqualTo("notifications/subscriptions/acknowledged");

        Files.writeString(routes.resolve("edited/more.camel.yaml"),
                "- route: {id: more, from: {uri: 'ai-tool:more', steps: [{setBody: {constant: x}}]}}\n");
        // the first change it hears of may be the gateway's start
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("added more"));

        JsonNode changed = gateway.next();
        while (!changed.has("params")) {
            assertThat(changed.get("method").asText()).as("a legacy session that another test class began hears of it, too")
                    .isEqualTo("notifications/tools/list_changed");
            changed = gateway.next();
        }
        assertThat(changed.get("method").asText()).isEqualTo("notifications/tools/list_changed");
        assertThat(changed.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asText()).isEqualTo("l");
        assertThat(gateway.send(call(200, "more", "{}")).answer(200).at("/result/structuredContent/data").asText()).isEqualTo("x");

        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"l\"}}");
        JsonNode end = gateway.next();
        while (end.path("method").asText().equals("notifications/tools/list_changed")) {
            end = gateway.next();
        }
        assertThat(end.get("id").asText()).isEqualTo("l");
        assertThat(end.at("/result/resultType").asText()).isEqualTo("complete");
    }

    @Test
    @Order(5)
    void legacyClientHasAnImplicitSession() throws Exception {
        JsonNode initialized = gateway.send(legacy(300, "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")).answer(300);
        assertThat(initialized.at("/result/protocolVersion").asText()).isEqualTo("2025-11-25");
        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(gateway.send(legacy(301, "logging/setLevel", "{\"level\":\"error\"}")).answer(301).get("result").isEmpty()).isTrue();
        JsonNode tools = gateway.send(legacy(302, "tools/list", "{}")).answer(302);
        McpClient.checkType("2025-11-25", "ListToolsResult", tools.get("result"));
        assertThat(tools.at("/result/tools").findValuesAsText("name")).contains("greet", "slow");

        Files.delete(routes.resolve("edited/more.camel.yaml"));

        assertThat(gateway.next().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    }

    @Test
    @Order(6)
    void entryRouteCanBeEdited() throws Exception {
        Path entry = routes.resolve("entry/stdio.camel.yaml");
        String before = Files.readString(entry);
        Files.writeString(entry, before.replace("        - to: direct:mcp",
                "        - setProperty: {name: edited, constant: true}\n        - to: direct:mcp"));
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("replaced entry-stdio"));
        for (int id = 400; id < 420; id++) {
            assertThat(
                    gateway.send(call(id, "greet", "{\"name\":\"" + id + "\"}")).answer(id).at("/result/structuredContent/data").asText())
                    .isEqualTo("你好, " + id);
        }
    }
}
