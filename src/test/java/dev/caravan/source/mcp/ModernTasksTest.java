package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputRequest;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that a server of 2026-07-28 goes on with as a task is watched until its result, and the client is asked what the task asks. */
@Tag("full")
class ModernTasksTest {

    /** What was sent: method and params. */
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final Queue<String> answers = new ArrayDeque<>();
    private final List<JSONRPCMessage> received = new ArrayList<>();
    private final ModernTransport transport = new ModernTransport(new ModernTransport.Wire() {

        @Override
        public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> headers,
                Consumer<JSONRPCNotification> told) {
            params.remove("_meta");
            sent.add(method + " " + params);
            String answer = answers.poll();
            return answer == null ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(JSONRPCResponse.result(id, McpClient.object(answer)));
        }

        @Override
        public void cancel(String id) {
            sent.add("cancel");
        }

        @Override
        public void close() {
            sent.add("close");
        }
    }, new JacksonMcpJsonMapper(McpClient.JSON), McpSchema.Implementation.builder("caravan", "1").build(), Duration.ofSeconds(30));

    private static final JSONRPCRequest CALL = new JSONRPCRequest("tools/call", "1", Map.of("name", "slow"));
    private static final String WORKING = "{\"resultType\":\"task\",\"taskId\":\"t\",\"status\":\"working\",\"pollIntervalMs\":1}";

    @Test
    void callReturnsTheResultOfItsTask() {
        answers.addAll(List.of(WORKING, "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"working\"}",
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"input_required\","
                        + "\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}}",
                "{\"resultType\":\"complete\"}",
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"completed\",\"result\":{\"resultType\":\"complete\","
                        + "\"content\":[{\"type\":\"new\"}]}}"));
        call(new Answering());

        assertThat(sent).containsExactly("tools/call {\"name\":\"slow\"}", "tasks/get {\"taskId\":\"t\"}", "tasks/get {\"taskId\":\"t\"}",
                "tasks/update {\"taskId\":\"t\",\"inputResponses\":{\"a\":{\"roots\":[]}}}", "tasks/get {\"taskId\":\"t\"}");
        JSONRPCResponse response = (JSONRPCResponse) received.get(0);
        assertThat(response.id()).isEqualTo("1");
        assertThat(response.result()).hasToString("{content=[{type=new}]}");
    }

    @Test
    void failedTaskFailsTheCall() {
        answers.addAll(List.of(WORKING,
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"failed\",\"error\":{\"code\":-7,\"message\":\"broken\"}}"));
        call(null);
        assertThat(((JSONRPCResponse) received.get(0)).error().message()).isEqualTo("broken");
    }

    @Test
    void cancelledCallCancelsItsTask() {
        transport.handler(incoming -> incoming.doOnNext(received::add));
        answers.addAll(List.of(WORKING));
        transport.sendMessage(CALL).subscribe();
        Awaitility.await().until(() -> sent.size() == 2);
        transport.sendMessage(new JSONRPCNotification("notifications/cancelled", Map.of("requestId", "1"))).block();
        assertThat(sent).contains("tasks/cancel {\"taskId\":\"t\"}");
    }

    @Test
    void closedConnectionEndsTheWatch() {
        transport.handler(incoming -> incoming.doOnNext(received::add));
        answers.add(WORKING.replace(":1}", ":500}"));
        transport.sendMessage(CALL).subscribe(done -> { }, failure -> { });
        transport.close();
        assertThat(sent).endsWith("tasks/cancel {\"taskId\":\"t\"}", "cancel");
        Awaitility.await().untilAsserted(() -> assertThat(sent).as("the server does not take the news").endsWith("close"));
        Awaitility.await().during(Duration.ofMillis(700)).until(() -> sent.stream().noneMatch(one -> one.startsWith("tasks/get")));
    }

    private void call(ClientInput input) {
        transport.handler(incoming -> incoming.doOnNext(received::add));
        CallRelay.RunningCall call = new CallRelay.RunningCall(new CallRelay(null, null, input, null, null));
        transport.sendMessage(CALL).contextWrite(call::in).block();
    }

    /** A client with roots that answers at once. */
    private static final class Answering implements ClientInput {

        private final Map<String, ObjectNode> answers = new LinkedHashMap<>();

        @Override
        public ClientCapabilities capabilities() {
            return ClientCapabilities.of(McpClient.object("{\"roots\":{}}"));
        }

        @Override
        public boolean isModern() {
            return false;
        }

        @Override
        public String nextKey(InputRequest.InputKind kind) {
            return kind.name();
        }

        @Override
        public void add(InputRequest question) {
            ObjectNode roots = JsonNodeFactory.instance.objectNode();
            roots.putArray("roots");
            answers.put(question.key(), roots);
        }

        @Override
        public CompletableFuture<Map<String, ObjectNode>> ask() {
            return CompletableFuture.completedFuture(answers);
        }

        @Override
        public void check() {
            // nothing is left to ask
        }
    }
}
