package dev.caravan.mcp.task;

import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import dev.caravan.store.Store;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Only its caller sees a task and hears of it, until it expires. */
@Tag("full")
class TaskAccessTest extends TaskToolsTest {

    @Autowired
    private Store store;

    @Test
    void taskIsVisibleToItsCallerOnly() throws Exception {
        add("k_mine", "- to: mcp:task\n        - setBody: {constant: done}");
        String id = call("k_mine", "{}", "X-User-Id", "alice").result().get("taskId").asText();

        for (String method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
            assertThat(task(method, id, "{\"inputResponses\":{}}", "X-User-Id", "bob").error().get("code").asInt()).as(method)
                    .isEqualTo(-32602);
        }
        assertThat(task("tasks/get", id, "{}", "X-User-Id", "alice").result().get("taskId").asText()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/cancel", "tasks/update"})
    void otherIdsAreUnknownTasks(String method) {
        assertThat(task(method, "nothing", "{\"inputResponses\":{}}").error().get("code").asInt()).isEqualTo(-32602);
        Answer undeclared = client.modern(method, object("{\"taskId\":\"nothing\"}"), "EmptyResult");
        assertThat(undeclared.status()).isEqualTo(400);
        assertThat(undeclared.error().get("code").asInt()).isEqualTo(-32021);
        assertThat(client.legacy("2025-11-25", method, object("{\"taskId\":\"nothing\"}"), "EmptyResult").error().get("code").asInt())
                .isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/list", "tasks/result"})
    void otherTaskMethodsAreUnknown(String method) {
        assertThat(client.modern(method, object("{\"taskId\":\"x\"}"), object(CAPABILITIES), "EmptyResult").error().get("code").asInt())
                .isEqualTo(-32601);
    }

    @Test
    void listenersHearOfTheirTasks() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("gate", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_heard", "- to: mcp:task\n        - process: {ref: gate}\n        - setBody: {constant: done}");
        String id = begin("k_heard");
        String foreign = call("k_heard", "{}", "X-User-Id", "bob").result().get("taskId").asText();
        ObjectNode params = McpClient.modernParams(
                object("{\"notifications\":{\"taskIds\":[\"%s\",\"%s\",\"nothing\"]}}".formatted(id, foreign)), object(CAPABILITIES));
        try (StreamClient stream = StreamClient.post(port(), "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                "MCP-Protocol-Version", MODERN, "Mcp-Method", "subscriptions/listen")) {
            assertThat(object(stream.next()).at("/params/notifications")).isEqualTo(object("{\"taskIds\":[\"" + id + "\"]}"));

            go.countDown();

            JsonNode heard = object(stream.next());
            assertThat(heard.get("method").asText()).isEqualTo("notifications/tasks");
            assertThat(heard.at("/params/taskId").asText()).isEqualTo(id);
            assertThat(heard.at("/params/status").asText()).isEqualTo("completed");
            assertThat(heard.at("/params/result/structuredContent/data").asText()).isEqualTo("done");
            assertThat(heard.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asInt()).isEqualTo(1);
        }
        Answer undeclared = client.modern("subscriptions/listen", object("{\"notifications\":{\"taskIds\":[\"x\"]}}"), "EmptyResult");
        assertThat(undeclared.status()).isEqualTo(400);
        assertThat(undeclared.error().get("code").asInt()).isEqualTo(-32021);
    }

    @Test
    void expiredTasksAreDeleted() throws Exception {
        add("k_old", "- to: mcp:task\n        - setBody: {constant: done}");
        String id = begin("k_old");
        ended(id);

        store.run(jdbc -> jdbc.sql("update mcp_task set expires_at = now() - interval '1 s' where id = ?").param(id).update());

        assertThat(get(id).error().get("code").asInt()).isEqualTo(-32602);
        await().until(() -> store.run(jdbc -> jdbc.sql("select count(*) from mcp_task where id = ?").param(id)
                .query(Integer.class).single()) == 0);
    }
}
