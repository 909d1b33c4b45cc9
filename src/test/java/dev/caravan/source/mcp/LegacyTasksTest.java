package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a server of 2025-11-25 gets when a tool of it must be a task; {@code LegacyTaskServersTest} shows it with a real one. */
class LegacyTasksTest {

    private static final String TASKS = "{\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}";
    private static final String TOOLS = "{\"tools\":[{\"name\":\"slow\",\"execution\":{\"taskSupport\":\"required\"}},"
            + "{\"name\":\"either\",\"execution\":{\"taskSupport\":\"optional\"}},{\"name\":\"quick\"}]}";

    private final List<ObjectNode> sent = new ArrayList<>();
    private final List<ObjectNode> told = new ArrayList<>();
    private final Map<String, CompletableFuture<ObjectNode>> waiting = new HashMap<>();
    private final Map<String, CallRelay.RunningCall> calls = new HashMap<>();
    private final Map<String, ObjectNode> received = new LinkedHashMap<>();
    private LegacySession session;

    private final Transport transport = new Transport() {

        @Override
        public CompletableFuture<ObjectNode> ask(ObjectNode request, Map<String, String> mirrored, Consumer<ObjectNode> messages) {
            sent.add(request);
            CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
            waiting.put(request.get("id").asText(), answer);
            return answer;
        }

        @Override
        public CompletableFuture<?> tell(ObjectNode message) {
            told.add(message);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    @Test
    void toolThatRequiresATaskIsCalledAsATask() {
        connect(TASKS);
        call("1", "slow");
        answer(last("tools/list"), TOOLS);
        ObjectNode asTask = last("tools/call");
        assertThat(asTask.get("params")).hasToString("{\"name\":\"slow\",\"task\":{\"ttl\":65000}}");
        answer(asTask, "{\"task\":{\"taskId\":\"t\",\"status\":\"working\"}}");
        assertThat(last("tasks/result").get("params")).hasToString("{\"taskId\":\"t\"}");
        assertThat(received).isEmpty();
        answer(last("tasks/result"),
                "{\"content\":[],\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"},\"other\":1}}");
        assertThat(received.get("1")).hasToString("{\"result\":{\"content\":[],\"_meta\":{\"other\":1}}}");
    }

    @Test
    void otherToolsAndServersAreCalledWithoutATask() {
        connect(TASKS);
        call("1", "either");
        answer(last("tools/list"), TOOLS);
        assertThat(last("tools/call").get("params")).hasToString("{\"name\":\"either\"}");
        call("2", "quick");
        assertThat(last("tools/call").get("params")).hasToString("{\"name\":\"quick\"}");
        answer(last("tools/call"), "{\"content\":[]}");
        assertThat(received).containsOnlyKeys("2");

        connect("{\"tools\":{}}");
        call("3", "slow");
        assertThat(last("tools/call").get("params")).hasToString("{\"name\":\"slow\"}");
        assertThat(sent).filteredOn(request -> request.get("method").asText().equals("tools/list")).as("read once").hasSize(1);
    }

    @Test
    void callReturnsTheErrorOfItsTask() {
        runTask();
        waiting.get(last("tasks/result").get("id").asText()).complete(ModernSession.error(-7, "broken"));
        assertThat(received.get("1").at("/error/message").asText()).isEqualTo("broken");
    }

    @Test
    void cancelledCallCancelsItsTask() {
        runTask();
        cancel("1");
        assertThat(last("tasks/cancel").get("params")).hasToString("{\"taskId\":\"t\"}");
        assertThat(told).as("a task has its own request for it").isEmpty();

        call("2", "slow");
        cancel("2");
        assertThat(told).hasSize(1);
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"late\"}}");
        assertThat(last("tasks/cancel").get("params")).hasToString("{\"taskId\":\"late\"}");
        assertThat(received).isEmpty();

        call("3", "slow");
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"open\"}}");
        session.close();
        assertThat(last("tasks/cancel").get("params")).as("the end of the connection").hasToString("{\"taskId\":\"open\"}");
    }

    private void runTask() {
        connect(TASKS);
        call("1", "slow");
        answer(last("tools/list"), TOOLS);
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"t\"}}");
    }

    private void connect(String capabilities) {
        session = new LegacySession(transport, McpClient.object("{}"), Duration.ofSeconds(5), (message, call) -> { });
        session.open();
        answer(last("initialize"), "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities + "}");
        told.clear();
    }

    private void call(String id, String tool) {
        calls.put(id, new CallRelay.RunningCall(CallRelay.NOBODY));
        session.ask("tools/call", McpClient.object("{\"name\":\"" + tool + "\"}"), calls.get(id))
                .thenAccept(answer -> received.put(id, answer));
    }

    private void cancel(String id) {
        calls.get(id).cancel("any");
    }

    private void answer(ObjectNode request, String result) {
        waiting.get(request.get("id").asText()).complete(ModernSession.answer(McpClient.object(result)));
    }

    private ObjectNode last(String method) {
        return sent.stream().filter(request -> request.get("method").asText().equals(method)).reduce((one, other) -> other).orElseThrow();
    }
}
