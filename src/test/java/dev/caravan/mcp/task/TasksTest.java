package dev.caravan.mcp.task;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.mcp.McpException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls go on as tasks from where their route says so (MCP 2026-07-28, extension io.modelcontextprotocol/tasks). */
class TasksTest extends TaskToolsTest {

    @Test
    void callBecomesATaskAtTheTaskStep() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("go", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_slow", "- to: mcp:task\n        - process: {ref: go}\n        - setBody: {simple: 'done with ${header.what}'}");

        JsonNode begun = call("k_slow", "{\"what\":\"it\"}").result();

        assertThat(begun.get("resultType").asText()).isEqualTo("task");
        assertThat(begun.get("status").asText()).isEqualTo("working");
        assertThat(begun.get("ttlMs").isIntegralNumber()).isTrue();
        assertThat(begun.get("pollIntervalMs").asInt()).isPositive();
        assertThat(Instant.parse(begun.get("createdAt").asText())).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(
                begun.has("result") || begun.has("error") || begun.has("inputRequests") || begun.has("requestState") || begun.has("task"))
                .isFalse();
        String id = begun.get("taskId").asText();
        assertThat(get(id).result().get("status").asText()).isEqualTo("working");
        go.countDown();
        JsonNode task = ended(id);
        assertThat(task.get("status").asText()).isEqualTo("completed");
        assertThat(task.get("resultType").asText()).isEqualTo("complete");
        assertThat(task.at("/result/structuredContent/data").asText()).isEqualTo("done with it");
        assertThat(task.at("/result/isError").asBoolean()).isFalse();
        assertThat(task.at("/result/resultType").asText()).isEqualTo("complete");
        assertThat(task.has("error") || task.has("inputRequests")).isFalse();
    }

    @Test
    void clientsWithoutTasksWait() throws Exception {
        add("k_either", "- to: mcp:task\n        - setBody: {constant: done}");

        ObjectNode params = object("{\"name\":\"k_either\",\"arguments\":{},\"task\":{\"ttl\":1}}");
        assertThat(client.modern("tools/call", params, "CallToolResult").result().at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(client.envelope("k_either", object("{}")).get("data").asText()).isEqualTo("done");
    }

    @Test
    void taskOnlyToolsNeedAClientWithTasks() throws Exception {
        add("k_only", "- to: 'mcp:task?required=true'\n        - setBody: {constant: done}");

        Answer answer = client.modern("tools/call", object("{\"name\":\"k_only\"}"), "CallToolResult");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32021);
        assertThat(answer.error().at("/data/requiredCapabilities/extensions").has("io.modelcontextprotocol/tasks")).isTrue();
        assertThat(client.call("k_only", object("{}")).result().get("isError").asBoolean()).isTrue();
        assertThat(ended(begin("k_only")).get("status").asText()).isEqualTo("completed");
    }

    @Test
    void invalidArgumentsAreReportedAtOnce() throws Exception {
        routes.add("k_strict", "ai-tool:k_strict", "parameter.n: integer", "- to: mcp:task\n        - setBody: {constant: done}");

        assertThat(call("k_strict", "{\"n\":\"x\"}").result().get("isError").asBoolean()).isTrue();
    }

    @Test
    void statusMessageOfATaskIsItsProgress() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("goOn", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_progress",
                "- to: mcp:task\n        - to: 'mcp:progress?progress=3&total=10&message=3 of 10 files'\n        - process: {ref: goOn}\n"
                + "        - to: 'mcp:progress?progress=10&total=10'\n        - setBody: {constant: done}");

        String id = begin("k_progress");

        await().until(() -> "3 of 10 files".equals(get(id).result().path("statusMessage").asText()));
        go.countDown();
        assertThat(ended(id).has("statusMessage")).isFalse();
    }

    @Test
    void aTaskThatFailedOrIsCancelledHasNoProgress() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("failLater", exchange -> {
            go.await(20, TimeUnit.SECONDS);
            throw McpException.failed("on purpose");
        });
        add("k_half", "- to: mcp:task\n        - to: 'mcp:progress?progress=5&total=10&message=half way'\n"
                + "        - process: {ref: failLater}");
        String fails = begin("k_half");
        String cancelled = begin("k_half");
        for (String id : List.of(fails, cancelled)) {
            await().until(() -> "half way".equals(get(id).result().path("statusMessage").asText()));
        }
        task("tasks/cancel", cancelled, "{}");
        go.countDown();

        for (String id : List.of(fails, cancelled)) {
            assertThat(ended(id).has("statusMessage")).isFalse();
        }
    }

    @Test
    void toolErrorsCompleteATaskAndProtocolErrorsFailIt() throws Exception {
        add("k_fails",
                "- to: mcp:task\n        - throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: nowhere}");
        bind("broken", exchange -> {
            throw McpException.failed("on purpose");
        });
        add("k_breaks", "- to: mcp:task\n        - process: {ref: broken}");

        JsonNode failed = ended(begin("k_fails"));
        JsonNode broken = ended(begin("k_breaks"));

        assertThat(failed.get("status").asText()).isEqualTo("completed");
        assertThat(failed.at("/result/isError").asBoolean()).isTrue();
        assertThat(failed.at("/result/structuredContent/error/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(broken.get("status").asText()).isEqualTo("failed");
        assertThat(broken.at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(broken.at("/error/message").asText()).isEqualTo("on purpose");
        assertThat(broken.has("result")).isFalse();
    }
}
