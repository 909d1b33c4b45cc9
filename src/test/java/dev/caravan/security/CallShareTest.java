package dev.caravan.security;

import static dev.caravan.KeyedGateway.ANN;
import static dev.caravan.KeyedGateway.BEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.KeyedGateway;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import dev.caravan.WaitingStep;
import dev.caravan.security.SecuredClient.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One caller can't hold all places of calls: beyond its share it is refused at once, and others are answered. However a call ends, its
 * place is free.
 */
class CallShareTest {

    private static final int SHARE = KeyedGateway.CALLS_PER_CALLER;

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = KeyedGateway.builder()
                .tool("quick", "t", "done")
                .file("wait", RouteYaml.tool("wait", "timeout: 60s", WaitingStep.YAML))
                .file("late", RouteYaml.tool("late", "timeout: 200ms", WaitingStep.YAML))
                .file("fails",
                        RouteYaml.tool("fails", "timeout: 60s",
                                "- throwException:\n    exceptionType: java.lang.IllegalStateException\n    message: as it must"))
                .file("slow", RouteYaml.endpoint("GET", "/api/v1/slow", "slow")
                        + RouteYaml.route("slow", "direct:slow", "{}", WaitingStep.YAML + "\n- setBody:\n    constant: done"))
                .start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @AfterEach
    void open() {
        WaitingStep.open();
    }

    @Test
    void callerAtItsLimitIsRefusedWhileOthersAreAnswered() {
        List<CompletableFuture<Answer>> held = held(Collections.nCopies(SHARE, () -> call(ANN, "wait")));

        Answer refused = call(ANN, "quick");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(refused.json().at("/error/message").asText())
                .isEqualTo("You have reached the limit of 2 running calls for one caller. Wait until one ends");
        assertThat(isServed(BEN)).as("another caller").isTrue();
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", ANN).status()).as("a list").isEqualTo(200);
        WaitingStep.open();
        held.forEach(call -> assertThat(call.join().status()).isEqualTo(200));
        await().until(() -> isServed(ANN));
    }

    @Test
    void totalOfRunningCallsIsLimited() {
        List<CompletableFuture<Answer>> held = held(List.of(() -> call(ANN, "wait"), () -> call(ANN, "wait"), () -> call(BEN, "wait")));

        Answer refused = call(BEN, "quick");

        assertThat(refused.json().at("/result/isError").asBoolean()).isTrue();
        assertThat(refused.body()).contains("The gateway has reached its limit of running calls. Try again soon");
        WaitingStep.open();
        held.forEach(CompletableFuture::join);
        await().until(() -> isServed(BEN));
    }

    @Test
    void failedCallReleasesItsPlace() {
        for (int i = 0; i < 2 * SHARE; i++) {
            assertThat(call(ANN, "fails").json().at("/result/isError").asBoolean()).isTrue();
        }
        assertThat(isServed(ANN)).isTrue();
    }

    @Test
    void lateCallReleasesItsPlaceWhenItEnds() {
        WaitingStep.close();
        for (int i = 0; i < 2 * SHARE; i++) {
            await().until(() -> call(ANN, "late").json().at("/result/isError").asBoolean());
        }
        await().until(() -> isServed(ANN));
    }

    @Test
    void abandonedCallReleasesItsPlaceWhenItEnds() throws Exception {
        WaitingStep.close();
        List<StreamClient> abandoned = new ArrayList<>();
        for (int i = 0; i < SHARE; i++) {
            abandoned.add(StreamClient.send(gateway.port(), "/mcp",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}", "X-API-Key", ANN));
        }
        await().until(() -> WaitingStep.waiting() == SHARE);
        for (StreamClient call : abandoned) {
            call.close();
        }
        WaitingStep.open();
        await().until(() -> isServed(ANN));
    }

    @Test
    void otherRequestsAndRestHaveALimit() {
        List<CompletableFuture<Answer>> held = held(
                Collections.nCopies(2 * SHARE, () -> client.send("GET", "/api/v1/slow", null, "X-API-Key", ANN)));

        Answer refused = client.send("GET", "/api/v1/slow", null, "X-API-Key", ANN);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.json().get("code").asInt()).isEqualTo(1010);
        assertThat(refused.json().get("message").asText())
                .isEqualTo("You have reached the limit of 4 running requests for one caller. Wait for an answer");
        assertThat(call(ANN, "quick").status()).as("over MCP").isEqualTo(429);
        assertThat(isServed(BEN)).as("another caller").isTrue();
        WaitingStep.open();
        held.forEach(request -> assertThat(request.join().status()).isEqualTo(200));
        await().until(() -> isServed(ANN));
    }

    private static List<CompletableFuture<Answer>> held(List<Supplier<Answer>> requests) {
        WaitingStep.close();
        List<CompletableFuture<Answer>> held = requests.stream()
                .map(request -> CompletableFuture.supplyAsync(request, task -> new Thread(task).start())).toList();
        await().until(() -> WaitingStep.waiting() == requests.size());
        return held;
    }

    private static boolean isServed(String key) {
        Answer answer = call(key, "quick");
        return answer.status() == 200 && !answer.json().at("/result/isError").asBoolean();
    }

    private static Answer call(String key, String tool) {
        return client.rpc("tools/call", "{\"name\":\"" + tool + "\"}", "X-API-Key", key);
    }
}
