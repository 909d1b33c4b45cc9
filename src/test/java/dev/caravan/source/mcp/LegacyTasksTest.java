package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.caravan.McpClient;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What a server of 2025-11-25 gets when a tool of it must be a task; {@code LegacyTaskServersTest} shows it with a real one. */
class LegacyTasksTest {

    private static final String TASKS = "{\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}";
    private static final String TOOLS = "{\"tools\":[{\"name\":\"slow\",\"execution\":{\"taskSupport\":\"required\"}},"
            + "{\"name\":\"either\",\"execution\":{\"taskSupport\":\"optional\"}},{\"name\":\"quick\"}]}";

    private final List<JSONRPCRequest> sent = new ArrayList<>();
    private final List<JSONRPCNotification> told = new ArrayList<>();
    private final List<JSONRPCResponse> received = new ArrayList<>();
    private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> server;
    private final LegacyTasks tasks = new LegacyTasks("server", new McpClientTransport() {

        @Override
        public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
            server = handler;
            return Mono.empty();
        }

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                if (message instanceof JSONRPCRequest request) {
                    sent.add(request);
                } else if (message instanceof JSONRPCNotification notification) {
                    told.add(notification);
                }
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }, new JacksonMcpJsonMapper(McpClient.JSON), Duration.ofSeconds(5));

    @Test
    void toolThatRequiresATaskIsCalledAsATask() {
        connect(TASKS);
        call("1", "slow");
        answer(last("tools/list"), TOOLS);
        JSONRPCRequest asTask = last("tools/call");
        assertThat(asTask.params()).hasToString("{\"name\":\"slow\",\"task\":{\"ttl\":65000}}");
        answer(asTask, "{\"task\":{\"taskId\":\"t\",\"status\":\"working\"}}");
        assertThat(last("tasks/result").params()).isEqualTo(Map.of("taskId", "t"));
        assertThat(received).isEmpty();
        answer(last("tasks/result"),
                "{\"content\":[],\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"},\"other\":1}}");
        assertThat(received).extracting(JSONRPCResponse::id, response -> response.result().toString())
                .containsExactly(tuple("1", "{_meta={other=1}, content=[]}"));
    }

    @Test
    void otherToolsAndServersAreCalledWithoutATask() {
        connect(TASKS);
        call("1", "either");
        answer(last("tools/list"), TOOLS);
        assertThat(last("tools/call").params()).isEqualTo(CallToolRequest.builder("either").build());
        call("2", "quick");
        assertThat(last("tools/call").params()).isEqualTo(CallToolRequest.builder("quick").build());
        answer(last("tools/call"), "{\"content\":[]}");
        assertThat(received).extracting(JSONRPCResponse::id).containsExactly("2");

        connect("{\"tools\":{}}");
        call("3", "slow");
        assertThat(last("tools/call").params()).isEqualTo(CallToolRequest.builder("slow").build());
        assertThat(sent).filteredOn(request -> request.method().equals("tools/list")).as("read once").hasSize(1);
    }

    @Test
    void callReturnsTheErrorOfItsTask() {
        runTask();
        server.apply(Mono.just(JSONRPCResponse.error(last("tasks/result").id(), new JSONRPCResponse.JSONRPCError(-7, "broken")))).block();
        assertThat(received).extracting(JSONRPCResponse::id, response -> response.error().message()).containsExactly(tuple("1", "broken"));
    }

    @Test
    void cancelledCallCancelsItsTask() {
        runTask();
        cancel("1");
        assertThat(last("tasks/cancel").params()).isEqualTo(Map.of("taskId", "t"));
        assertThat(told).as("a task has its own request for it").isEmpty();

        call("2", "slow");
        cancel("2");
        assertThat(told).hasSize(1);
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"late\"}}");
        assertThat(last("tasks/cancel").params()).isEqualTo(Map.of("taskId", "late"));
        assertThat(received).isEmpty();

        call("3", "slow");
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"open\"}}");
        tasks.closeGracefully().block();
        assertThat(last("tasks/cancel").params()).as("the end of the connection").isEqualTo(Map.of("taskId", "open"));
    }

    private void runTask() {
        connect(TASKS);
        call("1", "slow");
        answer(last("tools/list"), TOOLS);
        answer(last("tools/call"), "{\"task\":{\"taskId\":\"t\"}}");
    }

    private void connect(String capabilities) {
        tasks.connect(incoming -> incoming.doOnNext(message -> received.add((JSONRPCResponse) message))).block();
        tasks.sendMessage(new JSONRPCRequest("initialize", "0", Map.of())).block();
        answer(last("initialize"), "{\"capabilities\":" + capabilities + "}");
        received.clear();
    }

    private void call(String id, String tool) {
        tasks.sendMessage(new JSONRPCRequest("tools/call", id, CallToolRequest.builder(tool).build())).subscribe();
    }

    private void cancel(String id) {
        tasks.sendMessage(new JSONRPCNotification("notifications/cancelled", Map.of("requestId", id))).subscribe();
    }

    private void answer(JSONRPCRequest request, String result) {
        server.apply(Mono.just(JSONRPCResponse.result(request.id(), McpClient.JSON.convertValue(McpClient.object(result), Map.class))))
                .block();
    }

    private JSONRPCRequest last(String method) {
        return sent.stream().filter(request -> request.method().equals(method)).reduce((one, other) -> other).orElseThrow();
    }
}
