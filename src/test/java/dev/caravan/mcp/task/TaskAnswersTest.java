package dev.caravan.mcp.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Clients answer the questions of a task by updates, or cancel it. */
class TaskAnswersTest extends TaskToolsTest {

    @Test
    void cancelInterruptsATask() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch working = new CountDownLatch(1);
        bind("endless", exchange -> {
            try {
                working.countDown();
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            }
        });
        add("k_endless", "- to: mcp:task\n        - process: {ref: endless}");
        String id = begin("k_endless");
        assertThat(working.await(60, TimeUnit.SECONDS)).isTrue();

        assertThat(task("tasks/cancel", id, "{}").result().has("status")).isFalse();

        assertThat(get(id).result().get("status").asText()).isEqualTo("cancelled");
        await().untilTrue(interrupted);
        assertThat(task("tasks/cancel", id, "{}").result().get("resultType").asText()).isEqualTo("complete");
        assertThat(get(id).result().has("result")).isFalse();
    }

    @Test
    void updatesAnswerQuestionsOfATask() throws Exception {
        add("k_asks", "- to: mcp:task\n        " + ELICIT.formatted("first", "false") + "\n        " + ELICIT.formatted("second", "true")
                + "\n        - setBody: {simple: '${exchangeProperty.answers[first][content][value]} "
                + "${exchangeProperty.answers[second][content][value]}'}");
        String id = begin("k_asks");
        await().until(() -> get(id).result().get("status").asText().equals("input_required"));
        assertThat(get(id).result().get("inputRequests").properties())
                .extracting(question -> question.getKey() + " " + question.getValue().get("method").asText())
                .containsExactlyInAnyOrder("first elicitation/create", "second elicitation/create");

        JsonNode acknowledged = answer(id, "{\"first\":{\"action\":\"accept\",\"content\":{\"value\":\"a\"}},\"other\":{}}").result();
        assertThat(acknowledged.has("status") || acknowledged.has("taskId")).isFalse();
        assertThat(get(id).result().get("status").asText()).isEqualTo("input_required");
        assertThat(get(id).result().get("inputRequests").has("first")).isFalse();
        assertThat(answer(id, "{\"first\":{\"action\":\"accept\",\"content\":{\"value\":\"changed\"}}}").result()).isNotNull();
        assertThat(task("tasks/update", id, "{\"inputResponses\":{\"second\":7}}").error().get("code").asInt()).isEqualTo(-32602);
        assertThat(task("tasks/update", id, "{}").error().get("code").asInt()).isEqualTo(-32602);
        answer(id, "{\"second\":{\"action\":\"accept\",\"content\":{\"value\":\"b\"}}}");

        assertThat(ended(id).at("/result/structuredContent/data").asText()).isEqualTo("a b");
    }

    @Test
    void waitingTaskCanBeCancelled() throws Exception {
        add("k_waits", "- to: mcp:task\n        " + ELICIT.formatted("first", "true") + "\n        - setBody: {constant: done}");
        String id = begin("k_waits");
        await().until(() -> get(id).result().get("status").asText().equals("input_required"));

        task("tasks/cancel", id, "{}");

        JsonNode task = get(id).result();
        assertThat(task.get("status").asText()).isEqualTo("cancelled");
        assertThat(task.has("inputRequests")).isFalse();
    }
}
