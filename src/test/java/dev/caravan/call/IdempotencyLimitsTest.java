package dev.caravan.call;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Idempotency keys have limits: of keys per caller and of bytes of an answer. Calls that only read need none. */
@Tag("full")
class IdempotencyLimitsTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    /** Counts its runs. The text "large" has an answer of more than 64 KB. */
    public static final class Counted implements Processor {

        @Override
        public void process(Exchange exchange) {
            exchange.getMessage().setBody(
                    "run " + RUNS.incrementAndGet() + ("large".equals(exchange.getMessage().getHeader("text")) ? "x".repeat(40_000) : ""));
        }
    }

    private static OwnGateway start(boolean store) {
        String step = "- process:\n    ref: idempotencyLimitsTest.Counted";
        OwnGateway.Builder builder = OwnGateway.withEntries().shared().bean(Counted.class).set("calls.max-keys-per-caller", 2)
                .file("write_it", RouteYaml.tool("write_it", "parameter.text: string", step))
                .file("read_it", RouteYaml.tool("read_it", "parameter.text: string\nreadOnlyHint: true", step));
        OwnGateway gateway = (store ? builder.store() : builder).start();
        await("the store").atMost(60, SECONDS)
                .until(() -> call(gateway, "write_it", "a", "first-" + UUID.randomUUID(), UUID.randomUUID().toString()).status() == 200);
        return gateway;
    }

    private static Answer call(OwnGateway gateway, String tool, String text, String key, String user) {
        return gateway.client().call(tool, JSON.createObjectNode().put("text", text), "Idempotency-Key", key, "X-User-Id", user);
    }

    private static String data(JsonNode result) {
        return result.at("/structuredContent/data").asText();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keysOfACallerAreLimited(boolean store) {
        String user = "many-" + UUID.randomUUID();
        try (OwnGateway gateway = start(store)) {
            Answer first = call(gateway, "write_it", "a", "k1", user);
            call(gateway, "write_it", "a", "k2", user);
            int runs = RUNS.get();
            Answer refused = call(gateway, "write_it", "a", "k3", user);

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.error().get("message").asText()).contains("limit of 2 idempotency keys");
            assertThat(RUNS).hasValue(runs);
            assertThat(call(gateway, "write_it", "a", "k1", user).result()).isEqualTo(first.result());
            assertThat(call(gateway, "write_it", "a", "k3", "other-" + user).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void largeAnswerIsNotStoredAndItsCallDoesNotRunAgain(boolean store) {
        String user = "large-" + UUID.randomUUID();
        try (OwnGateway gateway = start(store)) {
            assertThat(data(call(gateway, "write_it", "large", "k", user).result())).startsWith("run ");
            int runs = RUNS.get();

            assertThat(call(gateway, "write_it", "large", "k", user).error().get("message").asText()).contains("has run", "not kept",
                    "64 KB");
            assertThat(RUNS).hasValue(runs);
        }
    }

    @Test
    void readOnlyCallRunsAgain() {
        try (OwnGateway gateway = start(false)) {
            for (int i = 0; i < 4; i++) {
                assertThat(data(call(gateway, "read_it", "a", "k" + i, "reader").result())).isEqualTo("run " + RUNS.get());
            }
            int runs = RUNS.get();
            assertThat(data(call(gateway, "read_it", "a", "k0", "reader").result())).isEqualTo("run " + (runs + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"quoted\"", "L"})
    void callsOfABatchShareTheHeader(String given) {
        String key = given.equals("L") ? "k".repeat(255) : given;
        String call = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"write_it\","
                + "\"arguments\":{\"text\":\"b\"}}}";
        String batch = "[" + call.formatted(1) + "," + call.formatted(2) + "]";
        try (OwnGateway gateway = start(false)) {
            int runs = RUNS.get();
            String user = "batch-" + UUID.randomUUID();
            JsonNode first = post(gateway, batch, key, user);
            assertThat(first).as(first.toString()).hasSize(2).allMatch(answer -> answer.has("result"));
            assertThat(RUNS).hasValue(runs + 2);

            post(gateway, batch, key, user);
            assertThat(RUNS).as("the same batch again").hasValue(runs + 2);
        }
    }

    private static JsonNode post(OwnGateway gateway, String batch, String key, String user) {
        String body = gateway.client().post(batch, "MCP-Protocol-Version", "2025-03-26", "Idempotency-Key", key, "X-User-Id", user)
                .body();
        return object("{\"all\":" + body.substring(body.indexOf('[')) + "}").get("all");
    }
}
