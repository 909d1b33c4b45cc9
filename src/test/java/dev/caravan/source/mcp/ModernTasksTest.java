package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.input.ClientInput;
import java.time.Duration;
import java.util.ArrayDeque;
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
    private final ModernSession server = new ModernSession(new Transport() {

        @Override
        public CompletableFuture<ObjectNode> ask(ObjectNode request, Map<String, String> mirrored, Consumer<ObjectNode> told) {
            ObjectNode params = (ObjectNode) request.get("params");
            params.remove("_meta");
            sent.add(request.get("method").asText() + " " + params);
            String answer = answers.poll();
            return answer == null ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(ModernSession.answer(McpClient.object(answer)));
        }

        @Override
        public CompletableFuture<?> tell(ObjectNode message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            sent.add("close");
        }
    }, McpClient.object("{}"), Duration.ofSeconds(30), (message, call) -> { });
    private static final String WORKING = "{\"resultType\":\"task\",\"taskId\":\"t\",\"status\":\"working\",\"pollIntervalMs\":1}";

    @Test
    void callReturnsTheResultOfItsTask() {
        answers.addAll(List.of(WORKING, "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"working\"}",
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"input_required\","
                        + "\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}}",
                "{\"resultType\":\"complete\"}",
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"completed\",\"result\":{\"resultType\":\"complete\","
                        + "\"content\":[{\"type\":\"new\"}]}}"));
        ObjectNode answer = call(new Answering()).join();

        assertThat(sent).containsExactly("tools/call {\"name\":\"slow\"}", "tasks/get {\"taskId\":\"t\"}", "tasks/get {\"taskId\":\"t\"}",
                "tasks/update {\"taskId\":\"t\",\"inputResponses\":{\"a\":{\"roots\":[]}}}", "tasks/get {\"taskId\":\"t\"}");
        assertThat(answer).hasToString("{\"result\":{\"content\":[{\"type\":\"new\"}]}}");
    }

    @Test
    void failedTaskFailsTheCall() {
        answers.addAll(List.of(WORKING,
                "{\"resultType\":\"complete\",\"taskId\":\"t\",\"status\":\"failed\",\"error\":{\"code\":-7,\"message\":\"broken\"}}"));
        assertThat(call(null).join().at("/error/message").asText()).isEqualTo("broken");
    }

    @Test
    void cancelledCallCancelsItsTask() {
        answers.addAll(List.of(WORKING));
        CallRelay.RunningCall call = running(null);
        server.ask("tools/call", McpClient.object("{\"name\":\"slow\"}"), call);
        Awaitility.await().until(() -> sent.size() == 2);
        call.cancel("any");
        assertThat(sent).contains("tasks/cancel {\"taskId\":\"t\"}");
    }

    @Test
    void closedConnectionEndsTheWatch() {
        answers.add(WORKING.replace(":1}", ":500}"));
        call(null);
        server.close();
        assertThat(sent).endsWith("tasks/cancel {\"taskId\":\"t\"}");
        Awaitility.await().untilAsserted(() -> assertThat(sent).as("the server does not take the news").endsWith("close"));
        Awaitility.await().during(Duration.ofMillis(700)).until(() -> sent.stream().noneMatch(one -> one.startsWith("tasks/get")));
    }

    private CompletableFuture<ObjectNode> call(ClientInput input) {
        return server.ask("tools/call", McpClient.object("{\"name\":\"slow\"}"), running(input));
    }

    private static CallRelay.RunningCall running(ClientInput input) {
        return new CallRelay.RunningCall(new CallRelay(null, null, input, null, null));
    }

    /** A client with roots that answers at once. */
    private static final class Answering extends ClientInput {

        Answering() {
            super(ClientCapabilities.of(McpClient.object("{\"roots\":{}}")));
        }

        @Override
        public CompletableFuture<Map<String, ObjectNode>> ask() {
            Map<String, ObjectNode> answers = new LinkedHashMap<>();
            asked().keySet().forEach(key -> answers.put(key, McpClient.object("{\"roots\":[]}")));
            return CompletableFuture.completedFuture(answers);
        }
    }
}
