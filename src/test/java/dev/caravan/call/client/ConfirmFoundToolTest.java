package dev.caravan.call.client;

import static dev.caravan.McpClient.object;
import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A tool that is called through call_tool has its own hints: users confirm it if it may destroy something, and call_tool itself is never
 * confirmed.
 */
class ConfirmFoundToolTest {

    private static ConfirmingGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        OwnGateway.Builder builder = OwnGateway.withEntries().set("mcp.mode", "discover");
        builder.file("call", Files.readString(Path.of("routes/tools/discovery/call_tool.camel.yaml")));
        gateway = new ConfirmingGateway(builder, "destructiveHint: true", "readOnlyHint: true");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void legacyClientIsAskedAboutTheToolItself() throws Exception {
        for (String action : new String[] {"decline", "accept"}) {
            LegacyClient legacy = gateway.legacy("2025-11-25", LegacyClient.ALL);
            try (StreamClient stream = legacy.start("tools/call", call("destructiveHinttrue"), 7)) {
                LegacyClient.head(stream);
                JsonNode question = next(stream, "elicitation/create");
                assertThat(question.at("/params/message").asText()).contains("destructiveHinttrue", "{\"what\":\"all\"}")
                        .doesNotContain("call_tool");
                assertThat(gateway.done("destructiveHinttrue")).isFalse();
                legacy.respond(question, "{\"action\":\"" + action + "\",\"content\":{}}");
                JsonNode result = result(stream);
                assertThat(result.get("isError").asBoolean()).as(result.toString()).isEqualTo(action.equals("decline"));
            }
            assertThat(gateway.done("destructiveHinttrue")).isEqualTo(action.equals("accept"));
        }
    }

    @Test
    void modernClientIsAskedAboutTheToolItself() throws Exception {
        JsonNode question = modern("destructiveHinttrue", null);
        assertThat(question.get("resultType").asText()).as(question.toString()).isEqualTo("input_required");
        assertThat(question.at("/inputRequests/confirmation/params/message").asText()).contains("destructiveHinttrue", "{\"what\":\"all\"}")
                .doesNotContain("call_tool");
        assertThat(gateway.done("destructiveHinttrue")).isFalse();

        assertThat(modern("destructiveHinttrue", "decline").at("/structuredContent/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(gateway.done("destructiveHinttrue")).isFalse();
        assertThat(modern("destructiveHinttrue", "accept").at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(gateway.done("destructiveHinttrue")).isTrue();
    }

    @Test
    void toolThatOnlyReadsRunsWithoutAQuestion() throws Exception {
        assertThat(modern("readOnlyHinttrue", null).at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(gateway.done("readOnlyHinttrue")).isTrue();
    }

    private static ObjectNode call(String tool) {
        return object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"" + tool + "\",\"arguments\":{\"what\":\"all\"}}}");
    }

    private static JsonNode modern(String tool, String action) {
        return gateway.modern(call(tool), "{\"elicitation\":{}}", action).result();
    }
}
