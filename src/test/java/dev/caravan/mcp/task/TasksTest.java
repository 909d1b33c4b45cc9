package dev.caravan.mcp.task;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import dev.caravan.StreamClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.mcp.McpException;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Calls that go on as tasks (MCP 2026-07-28, extension io.modelcontextprotocol/tasks). */
class TasksTest extends GatewayTest {

    private static final String CAPABILITIES = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"elicitation\":{}}";
    private static final String ELICIT = "- to: {uri: 'mcp:elicit', parameters: {key: %s, message: Well?, field.value: string, wait: %s}}";

    @Autowired
    private CamelContext context;

    @Autowired
    private Store store;

    @Autowired
    private Notifications notifications;

    private OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    @Test
    void aCallIsATaskFromWhereItsRouteSaysSo() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("go", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_slow", "- to: mcp:task\n        - process: {ref: go}\n        - setBody: {simple: 'done with ${header.what}'}");

        JsonNode begun = call("k_slow", "{\"what\":\"it\"}").result();

        assertThat(begun.get("resultType").asText()).isEqualTo("task");
        assertThat(begun.get("status").asText()).isEqualTo("working");
        assertThat(begun.get("ttlMs").isIntegralNumber()).isTrue();
        assertThat(begun.get("pollIntervalMs").asInt()).isPositive();
        assertThat(Instant.parse(begun.get("createdAt").asText())).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(begun.has("result") || begun.has("error") || begun.has("inputRequests") || begun.has("requestState") || begun.has("task")).isFalse();
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
    void whoDoesNotKnowTasksWaits() throws Exception {
        add("k_either", "- to: mcp:task\n        - setBody: {constant: done}");

        ObjectNode params = object("{\"name\":\"k_either\",\"arguments\":{},\"task\":{\"ttl\":1}}");
        assertThat(client.modern("tools/call", params, "CallToolResult").result().at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(client.envelope("k_either", object("{}")).get("data").asText()).isEqualTo("done");
    }

    @Test
    void whatCanOnlyBeATaskNeedsAClientThatKnowsThem() throws Exception {
        add("k_only", "- to: 'mcp:task?required=true'\n        - setBody: {constant: done}");

        Answer answer = client.modern("tools/call", object("{\"name\":\"k_only\"}"), "CallToolResult");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32021);
        assertThat(answer.error().at("/data/requiredCapabilities/extensions").has("io.modelcontextprotocol/tasks")).isTrue();
        assertThat(client.call("k_only", object("{}")).result().get("isError").asBoolean()).isTrue();
        assertThat(ended(begin("k_only")).get("status").asText()).isEqualTo("completed");
    }

    @Test
    void argumentsThatDoNotFitAreToldAtOnce() throws Exception {
        routes.add("k_strict", "ai-tool:k_strict", "parameter.n: integer", "- to: mcp:task\n        - setBody: {constant: done}");

        assertThat(call("k_strict", "{\"n\":\"x\"}").result().get("isError").asBoolean()).isTrue();
    }

    @Test
    void progressIsTheMessageOfTheTask() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("goOn", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_progress", "- to: mcp:task\n        - to: 'mcp:progress?progress=3&total=10&message=3 of 10 files'\n        - process: {ref: goOn}\n"
                + "        - to: 'mcp:progress?progress=10&total=10'\n        - setBody: {constant: done}");

        String id = begin("k_progress");

        await().atMost(Duration.ofSeconds(10)).until(() -> "3 of 10 files".equals(get(id).result().path("statusMessage").asText()));
        go.countDown();
        assertThat(ended(id).has("statusMessage")).isFalse();
    }

    @Test
    void aToolThatFailsCompletesItsTaskAndTheProtocolsErrorsFailIt() throws Exception {
        add("k_fails", "- to: mcp:task\n        - throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: nowhere}");
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

    @Test
    void aTaskThatIsCancelledIsInterrupted() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch working = new CountDownLatch(1);
        bind("endless", exchange -> {
            try {
                working.countDown();
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            }
        });
        add("k_endless", "- to: mcp:task\n        - process: {ref: endless}");
        String id = begin("k_endless");
        assertThat(working.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(task("tasks/cancel", id, "{}").result().has("status")).isFalse();

        assertThat(get(id).result().get("status").asText()).isEqualTo("cancelled");
        await().atMost(Duration.ofSeconds(10)).untilTrue(interrupted);
        assertThat(task("tasks/cancel", id, "{}").result().get("resultType").asText()).isEqualTo("complete");
        assertThat(get(id).result().has("result")).isFalse();
    }

    @Test
    void questionsOfATaskAreAnsweredByUpdates() throws Exception {
        add("k_asks", "- to: mcp:task\n        " + ELICIT.formatted("first", "false") + "\n        " + ELICIT.formatted("second", "true")
                + "\n        - setBody: {simple: '${exchangeProperty.answers[first][content][value]} ${exchangeProperty.answers[second][content][value]}'}");
        String id = begin("k_asks");
        await().atMost(Duration.ofSeconds(10)).until(() -> get(id).result().get("status").asText().equals("input_required"));
        assertThat(get(id).result().get("inputRequests").properties()).extracting(question -> question.getKey() + " " + question.getValue().get("method").asText())
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
    void aTaskThatWaitsForAnAnswerCanBeCancelled() throws Exception {
        add("k_waits", "- to: mcp:task\n        " + ELICIT.formatted("first", "true") + "\n        - setBody: {constant: done}");
        String id = begin("k_waits");
        await().atMost(Duration.ofSeconds(10)).until(() -> get(id).result().get("status").asText().equals("input_required"));

        task("tasks/cancel", id, "{}");

        JsonNode task = get(id).result();
        assertThat(task.get("status").asText()).isEqualTo("cancelled");
        assertThat(task.has("inputRequests")).isFalse();
    }

    @Test
    void onlyItsCallerSeesATask() throws Exception {
        add("k_mine", "- to: mcp:task\n        - setBody: {constant: done}");
        String id = call("k_mine", "{}", "X-User-Id", "alice").result().get("taskId").asText();

        for (String method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
            assertThat(task(method, id, "{\"inputResponses\":{}}", "X-User-Id", "bob").error().get("code").asInt()).as(method).isEqualTo(-32602);
        }
        assertThat(task("tasks/get", id, "{}", "X-User-Id", "alice").result().get("taskId").asText()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/cancel", "tasks/update"})
    void whatIsNoTaskIsUnknown(String method) {
        assertThat(task(method, "nothing", "{\"inputResponses\":{}}").error().get("code").asInt()).isEqualTo(-32602);
        Answer undeclared = client.modern(method, object("{\"taskId\":\"nothing\"}"), "EmptyResult");
        assertThat(undeclared.status()).isEqualTo(400);
        assertThat(undeclared.error().get("code").asInt()).isEqualTo(-32021);
        assertThat(client.legacy("2025-11-25", method, object("{\"taskId\":\"nothing\"}"), "EmptyResult").error().get("code").asInt()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/list", "tasks/result"})
    void whatTheExtensionDoesNotHaveIsNoMethod(String method) {
        assertThat(client.modern(method, object("{\"taskId\":\"x\"}"), object(CAPABILITIES), "EmptyResult").error().get("code").asInt()).isEqualTo(-32601);
    }

    @Test
    void listenersHearOfTheirTasks() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bind("gate", exchange -> go.await(20, TimeUnit.SECONDS));
        add("k_heard", "- to: mcp:task\n        - process: {ref: gate}\n        - setBody: {constant: done}");
        String id = begin("k_heard");
        String foreign = call("k_heard", "{}", "X-User-Id", "bob").result().get("taskId").asText();
        ObjectNode params = object("{\"notifications\":{\"taskIds\":[\"%s\",\"%s\",\"nothing\"]}}".formatted(id, foreign));
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", MODERN).set("io.modelcontextprotocol/clientCapabilities", object(CAPABILITIES));
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
    void whatExpiredIsForgotten() throws Exception {
        add("k_old", "- to: mcp:task\n        - setBody: {constant: done}");
        String id = begin("k_old");
        ended(id);

        store.run(jdbc -> jdbc.sql("update mcp_task set expires_at = now() - interval '1 s' where id = ?").param(id).update());

        assertThat(get(id).error().get("code").asInt()).isEqualTo(-32602);
        await().atMost(Duration.ofSeconds(20)).until(() -> store.run(jdbc -> jdbc.sql("select count(*) from mcp_task where id = ?").param(id)
                .query(Integer.class).single()) == 0);
    }

    @Test
    void withoutTheDatabaseACallIsDoneAtOnce() throws Exception {
        add("k_alone", "- to: mcp:task\n        - setBody: {constant: done}");
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        server.stop();
        try {
            assertThat(call("k_alone", "{}").result().at("/structuredContent/data").asText()).isEqualTo("done");
            assertThat(get("x").error().get("code").asInt()).isEqualTo(-32603);
            assertThat(get("x").error().get("message").asText()).doesNotContain("127.0.0.1");
        } finally {
            server.start();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> "task".equals(call("k_alone", "{}").result().path("resultType").asText()));
        await().atMost(Duration.ofSeconds(30)).until(notifications::isListening);
        assertThat(ended(begin("k_alone")).get("status").asText()).isEqualTo("completed");
    }

    private void add(String name, String steps) throws Exception {
        routes.add(name, "ai-tool:" + name, "description: x\n        timeout: 30s\n        argSchema: '{\"type\":\"object\",\"properties\":{\"what\":{\"type\":\"string\"}}}'", steps);
    }

    private void bind(String name, Processor processor) {
        context.getRegistry().bind(name, Processor.class, processor);
    }

    private String begin(String tool) {
        JsonNode begun = call(tool, "{}").result();
        assertThat(begun.get("resultType").asText()).as(begun.toString()).isEqualTo("task");
        return begun.get("taskId").asText();
    }

    private Answer call(String tool, String arguments, String... headers) {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.set("arguments", object(arguments));
        return client.modern("tools/call", params, object(CAPABILITIES), "Result", headers);
    }

    private Answer task(String method, String id, String params, String... headers) {
        return client.modern(method, object(params).put("taskId", id), object(CAPABILITIES), "Result", headers);
    }

    private Answer get(String id) {
        return task("tasks/get", id, "{}");
    }

    private Answer answer(String id, String responses) {
        return task("tasks/update", id, "{\"inputResponses\":" + responses + "}");
    }

    private JsonNode ended(String id) {
        await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(50))
                .until(() -> !List.of("working", "input_required").contains(get(id).result().get("status").asText()));
        return get(id).result();
    }
}
