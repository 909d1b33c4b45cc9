package dev.caravan.call;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that comes again with its idempotency key gets the first answer and does not run again, with a store and without one. */
class IdempotencyKeyTest {

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final CountDownLatch OTHERS_ANSWERED = new CountDownLatch(1);

    /** Counts its runs. */
    public static final class Counting implements Processor {

        @Override
        public void process(Exchange exchange) throws InterruptedException {
            int run = RUNS.incrementAndGet();
            if ("slow".equals(exchange.getMessage().getHeader("text"))) {
                OTHERS_ANSWERED.await();
            }
            if ("fail".equals(exchange.getMessage().getHeader("text"))) {
                throw new IllegalStateException("run " + run);
            }
            exchange.getMessage().setBody("run " + run);
        }
    }

    private static OwnGateway start(boolean store) {
        OwnGateway.Builder builder = OwnGateway.withEntries().shared().bean(Counting.class)
                .file("count_it", RouteYaml.tool("count_it", "parameter.text: string\nparameter.text.required: true",
                        "- process:\n    ref: idempotencyKeyTest.Counting"));
        OwnGateway gateway = (store ? builder.store() : builder).start();
        await("the store").atMost(60, TimeUnit.SECONDS).until(
                () -> call(gateway.client(), "a", "Idempotency-Key", UUID.randomUUID().toString(), "X-User-Id", "first").status() == 200);
        return gateway;
    }

    private static Answer call(McpClient client, String text, String... headers) {
        return client.call("count_it", McpClient.JSON.createObjectNode().put("text", text), headers);
    }

    private static String data(Answer answer) {
        return answer.result().at("/structuredContent/data").asText();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void repeatedCallGetsTheFirstAnswer(boolean store) {
        String key = UUID.randomUUID().toString();
        try (OwnGateway gateway = start(store); GatewayLog log = GatewayLog.record()) {
            Answer first = call(gateway.client(), "a", "Idempotency-Key", key, "X-User-Id", "repeating");
            Answer again = call(gateway.client(), "a", "Idempotency-Key", '"' + key + '"', "X-User-Id", "repeating");

            assertThat(again.result()).isEqualTo(first.result());
            assertThat(data(call(gateway.client(), "a", "Idempotency-Key", key, "X-User-Id", "other"))).as("another caller's key")
                    .isNotEqualTo(data(first));
            assertThat(data(call(gateway.client(), "a", "X-User-Id", "repeating"))).as("without a key").isNotEqualTo(data(first));
            assertThat(log.auditEvents("repeating", 3)).anyMatch(event -> event.contains("\"outcome\":\"REPEATED\""));
            Answer other = call(gateway.client(), "b", "Idempotency-Key", key, "X-User-Id", "repeating");
            assertThat(other.error().get("code").asInt()).isEqualTo(-32602);
            assertThat(other.error().get("message").asText()).contains("another tool or other arguments");
        }
    }

    @Tag("full")
    @Test
    void gatewaysOfOneStoreShareKeys() {
        String key = UUID.randomUUID().toString();
        try (OwnGateway one = start(true); OwnGateway two = start(true)) {
            assertThat(data(call(two.client(), "a", "Idempotency-Key", key))).isNotEmpty()
                    .isEqualTo(data(call(one.client(), "a", "Idempotency-Key", key)));
        }
    }

    @Test
    void metaCarriesTheKeyInBothEras() {
        ObjectNode params = object(
                "{\"name\":\"count_it\",\"arguments\":{\"text\":\"a\"},\"_meta\":{\"dev.caravan/idempotencyKey\":\"in-meta\"}}");
        try (OwnGateway gateway = start(false)) {
            JsonNode first = gateway.client().legacy("2025-11-25", "tools/call", params, "CallToolResult").result();
            assertThat(gateway.client().legacy("2025-11-25", "tools/call", params, "CallToolResult").result()).isEqualTo(first);
            ObjectNode modern = params.deepCopy().without("_meta");
            JsonNode header = gateway.client()
                    .modern("tools/call", modern, McpClient.JSON.createObjectNode(), "CallToolResult", "Idempotency-Key", "in-meta")
                    .result();
            assertThat(header.get("structuredContent")).isEqualTo(first.get("structuredContent"));
            params.withObject("/_meta").put("dev.caravan/idempotencyKey", "with space");
            assertThat(gateway.client().legacy("2025-11-25", "tools/call", params, "CallToolResult").error().get("message").asText())
                    .contains("idempotency key");
        }
    }

    @Test
    void failureIsRepeatedAndACallThatDidNotRunRuns() {
        try (OwnGateway gateway = start(false)) {
            Answer failed = call(gateway.client(), "fail", "Idempotency-Key", "f");
            assertThat(failed.result().get("isError").asBoolean()).isTrue();
            int runs = RUNS.get();
            assertThat(call(gateway.client(), "fail", "Idempotency-Key", "f").result()).isEqualTo(failed.result());
            assertThat(RUNS).hasValue(runs);

            assertThat(gateway.client().call("count_it", object("{}"), "Idempotency-Key", "g").result().get("isError").asBoolean())
                    .as("bad arguments").isTrue();
            assertThat(data(call(gateway.client(), "now good", "Idempotency-Key", "g"))).startsWith("run");
        }
    }

    @Tag("full")
    @Test
    void onlyOneOfManyConcurrentCallsRuns() {
        try (OwnGateway gateway = start(false)) {
            int runs = RUNS.get();
            var calls = Stream.generate(() -> CompletableFuture.supplyAsync(() -> call(gateway.client(), "slow", "Idempotency-Key", "same"),
                    task -> new Thread(task).start())).limit(4).toList();
            await("those that come while it runs").until(() -> calls.stream().filter(CompletableFuture::isDone).count() == 3);
            OTHERS_ANSWERED.countDown();
            var answers = calls.stream().map(CompletableFuture::join).toList();

            assertThat(RUNS).hasValue(runs + 1);
            assertThat(answers).filteredOn(answer -> answer.error().isMissingNode()).hasSize(1);
            assertThat(answers).filteredOn(answer -> answer.error().path("message").asText().contains("was not run again")).hasSize(3);
            assertThat(data(call(gateway.client(), "slow", "Idempotency-Key", "same"))).isEqualTo("run " + (runs + 1));
        }
    }
}
