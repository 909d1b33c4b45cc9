package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Results of any form arrive as the server sent them. Masses of messages or tools of a server do not disturb others. */
@Tag("nightly")
class ForeignResultsTest extends FederatedGateways {

    private static String server(String name, String flag, String prefix) throws Exception {
        List<String> command = ScriptedServer.command(flag);
        return "%s: {command: '%s', args: %s, timeout: 60s, expose: {prefix: %s}}\n".formatted(name, command.get(0),
                McpClient.JSON.writeValueAsString(command.subList(1, command.size())), prefix);
    }

    @Test
    void unknownTypesAndMembersArriveAsSentWithoutControlCharacters() throws Exception {
        configure(server("scripted", "calls", "s_"));
        gateway = offering().start();
        until(() -> tools().containsKey("s_strange"));

        ObjectNode sent = McpClient.object(
                ScriptedServer.STRANGE.replace("a\\u0000b\\u001b[31mc\\u202ed", "ab[31mcd").replace("b\\u0007ell", "bell"));
        ObjectNode legacy = (ObjectNode) call("s_strange", "{}").get("result");
        ((ObjectNode) legacy.get("_meta")).remove(List.of("traceId", "tookMs")); // of the gateway
        assertThat(legacy).isEqualTo(sent);
        ObjectNode params = McpClient.object(
                "{\"name\":\"s_strange\",\"arguments\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        JsonNode modern = gateway.client().post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version",
                McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "s_strange").result();
        for (String member : List.of("content", "structuredContent", "isError", "mood")) {
            assertThat(modern.get(member)).isEqualTo(sent.get(member));
        }
        assertThat(modern.at("/_meta/com.example~1k/0").asInt()).isEqualTo(1);
    }

    @Test
    void aFloodOfMessagesDelaysNoOtherCall() throws Exception {
        configure(server("flooding", "calls", "f_") + server("calm", "calls", "c_"));
        gateway = offering().tool("own", "x", "here").start();
        until(() -> tools().keySet().containsAll(List.of("f_flood", "c_echo")));
        int reads = Integer.parseInt(text("f_lists", "{}"));
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"debug\"}")).result();

        long start = System.nanoTime();
        try (StreamClient flood = legacy.start("tools/call", McpClient.object("{\"name\":\"f_flood\",\"arguments\":{\"messages\":10000}}"),
                7)) {
            LegacyClient.head(flood); // the first message has come, and none is read
            assertThat(text("c_echo", "{\"word\":\"calm\"}")).contains("calm");
            assertThat(call("own", "{}").at("/result/structuredContent/data").asText()).isEqualTo("here");
            assertThat(text("f_echo", "{\"word\":\"same server\"}")).contains("same server");
            JsonNode message = LegacyClient.message(flood);
            while (message.has("method")) {
                message = LegacyClient.message(flood);
            }
            assertThat(message.at("/result/content/0/text").asText()).isEqualTo("flooded");
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertThat(Integer.parseInt(text("f_lists", "{}")) - reads).as("10,000 changes in " + seconds + " s").isBetween(1,
                3 + 2 * (int) seconds);
        assertThat(call("own", "{}").at("/result/structuredContent/data").asText()).isEqualTo("here");
    }

    @Test
    void tenThousandToolsDelayNoOtherServer() throws Exception {
        configure(server("large", "many-tools", "l_") + server("calm", "calls", "c_"));
        try (GatewayLog log = GatewayLog.record()) {
            gateway = offering().tool("own", "x", "here").start();
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                assertThat(call("own", "{}").at("/result/structuredContent/data").asText()).isEqualTo("here");
                return gateway.bean(FederatedTools.class).known().containsKey(named("large")) && tools().containsKey("c_echo");
            });
            log.awaits("Upstream definitions beyond expose.max-tools not offered server=" + named("large")
                    + " kind=tool left=9507 maxTools=500");
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> names().containsAll(List.of("l_silent", "l_tool-492", "own", "c_echo")));
        assertThat(names()).doesNotContain("l_tool-493");
        assertThat(text("c_echo", "{\"word\":\"calm\"}")).contains("calm");
        assertThat(text("l_echo", "{\"word\":\"large\"}")).contains("large");
    }

    /** Returns the names of all pages. */
    private List<String> names() {
        List<String> names = new java.util.ArrayList<>();
        JsonNode cursor = null;
        do {
            ObjectNode params = McpClient.object("{}");
            if (cursor != null) {
                params.set("cursor", cursor);
            }
            JsonNode page = gateway.client().post(McpClient.request("tools/list", params).toString(), "MCP-Protocol-Version", "2025-11-25")
                    .result();
            page.get("tools").forEach(tool -> names.add(tool.get("name").asText()));
            cursor = page.get("nextCursor");
        } while (cursor != null);
        return names;
    }
}
