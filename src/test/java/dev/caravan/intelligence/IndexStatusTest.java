package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients see how far the build of an index is and what the index holds. */
@Tag("nightly")
class IndexStatusTest extends LocalShopTest {

    @Test
    void buildIsATaskForClientsThatKnowTasks() {
        ObjectNode tasks = McpClient.object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
        ObjectNode params = McpClient.object(
                "{\"name\":\"ci_index_status\",\"arguments\":{\"action\":\"build\",\"workspace\":\"" + SHOP + "\"}}");

        JsonNode begun = client.modern("tools/call", params, tasks, "Result").result();

        assertThat(begun.get("resultType").asText()).isEqualTo("task");
        ObjectNode id = McpClient.object("{\"taskId\":\"" + begun.get("taskId").asText() + "\"}");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !client.modern("tasks/get", id, tasks, "Result").result().get("status").asText().equals("working"));
        JsonNode task = client.modern("tasks/get", id, tasks, "Result").result();
        assertThat(task.get("status").asText()).as(task.toString()).isEqualTo("completed");
        assertThat(task.at("/result/structuredContent/workspaces/0/state").asText()).isEqualTo("ready");
        params.withObject("/arguments").put("action", "status");
        assertThat(client.modern("tools/call", params, tasks, "CallToolResult").result().get("resultType").asText()).isEqualTo("complete");
    }

    @Test
    void statusShowsTheContentOfTheIndex() {
        JsonNode status = call("ci_index_status", "{\"workspace\":\"" + SHOP + "\"}").at("/workspaces/0");
        assertThat(status.get("files").asInt()).isEqualTo(4);
        assertThat(status.get("symbols").asInt()).isEqualTo(10);
        assertThat(status.get("duration_ms").asLong()).isNotNegative();
        assertThat(java.time.Instant.parse(status.get("finished_at").asText()))
                .isAfterOrEqualTo(java.time.Instant.parse(status.get("started_at").asText()));
        assertThat(call("ci_index_status", "{}").get("workspaces")).hasSize(3);
        assertThat(status.toString()).doesNotContain(ROOT.toString());
    }

    @Test
    void resourceShowsTheStatus() throws Exception {
        JsonNode status = call("ci_index_status", "{\"workspace\":\"" + SHOP + "\"}").at("/workspaces/0");

        String read = client.modern("resources/read", McpClient.object("{\"uri\":\"index:///" + SHOP + "\"}"), "ReadResourceResult")
                .result().at("/contents/0/text").asText();

        assertThat(McpClient.JSON.readTree(read)).isEqualTo(status);
        assertThat(client.modern("resources/read", McpClient.object("{\"uri\":\"index:///nowhere\"}"), null).error().get("code").asInt())
                .isEqualTo(-32602);
        assertThat(client
                .modern("completion/complete", McpClient.object("{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"index:///{workspace}\"},"
                        + "\"argument\":{\"name\":\"workspace\",\"value\":\"" + SHOP.toUpperCase() + "\"}}"), "CompleteResult")
                .result().at("/completion/values").toString()).isEqualTo("[\"" + SHOP + "\"]");
    }

    @Test
    void buildReportsProgress() throws Exception {
        for (int i = 0; i < 300; i++) {
            Files.writeString(ROOT.resolve("many" + i + ".py"),
                    "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        try {
            String request = McpClient.request(
                    "tools/call", McpClient.object(
                            "{\"name\":\"ci_index_status\",\"arguments\":{\"action\":\"build\"},\"_meta\":{\"progressToken\":\"p\"}}"))
                    .toString();
            List<JsonNode> events = new ArrayList<>();
            for (String line : client.post(request).body().lines().filter(data -> data.startsWith("data: ")).toList()) {
                events.add(McpClient.JSON.readTree(line.substring(6)));
            }
            List<Long> progress = new ArrayList<>();
            events.stream().filter(event -> event.path("method").asText().equals("notifications/progress"))
                    .forEach(event -> progress.add(event.at("/params/progress").asLong()));
            JsonNode result = events.get(events.size() - 1).at("/result/structuredContent");
            assertThat(result.at("/workspaces/0/state").asText()).isEqualTo("ready");
            assertThat(result.at("/workspaces/0/files").asInt()).isEqualTo(304);
            assertThat(progress).isNotEmpty().isSorted();
            assertThat(progress.get(progress.size() - 1)).isEqualTo(304);
        } finally {
            for (int i = 0; i < 300; i++) {
                Files.delete(ROOT.resolve("many" + i + ".py"));
            }
            build(SHOP);
        }
    }
}
