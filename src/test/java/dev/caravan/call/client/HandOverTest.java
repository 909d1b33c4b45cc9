package dev.caravan.call.client;

import static dev.caravan.call.client.GatewayPair.modern;
import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one gateway asked, or has to know of a session, is answered or said at the other. */
@Tag("full")
class HandOverTest extends SharedStoreTest {

    @Test
    void answerReachesTheGatewayThatAsked() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        for (int length : new int[] {1, 6_900, 7_100, 100_000}) {
            String text = "é".repeat(length / 2) + "x";
            StreamClient stream = legacy.at(OTHER).call("asking");
            JsonNode question = question(stream);

            assertThat(legacy.respond(question, said(text)).status()).isEqualTo(202);

            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo(text);
        }
        assertThat(one.bean(Store.class).<Long>run(jdbc -> jdbc.sql("select count(*) from gateway_mail").query(Long.class).single()))
                .isZero();
    }

    @Test
    void answerOfAnotherSessionIsIgnoredAtBothGateways() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        JsonNode question = question(stream);

        assertThat(LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL).respond(question, said("Eve")).status()).isEqualTo(202);
        legacy.at(OTHER).respond(question, said("Ada"));

        // what one gateway sends to another arrives in order, so an answer of Eve would have been the first
        assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Ada");
    }

    /** The call goes on where it runs; the client finds its stream there. */
    @Test
    void streamOfAnotherGatewayBeginsAnew() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient broken = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(broken);
        broken.close();

        assertBeginsAnew(legacy.at(OTHER), mark);

        try (StreamClient home = legacy.listen(mark.id())) {
            legacy.at(OTHER).respond(question(home), said("Ada"));
            assertThat(result(home).at("/structuredContent/data").asText()).isEqualTo("Ada");
        }
    }

    @Test
    void otherSessionsCannotResumeAStream() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(stream);
        question(stream);

        LegacyClient eve = LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL);
        assertBeginsAnew(eve, mark);
        assertBeginsAnew(eve.at(ONE), mark);
        legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
    }

    private static void assertBeginsAnew(LegacyClient client, StreamClient.Event mark) throws Exception {
        try (StreamClient stream = client.listen(mark.id())) {
            StreamClient.Event first = LegacyClient.event(stream);
            assertThat(first.data()).isEmpty();
            assertThat(first.id()).isNotEqualTo(mark.id());
            assertThat(stream.nextEvent(Duration.ofMillis(300))).isNull();
        }
    }

    @Test
    void eitherGatewayCancelsACall() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        question(stream);

        legacy.at(OTHER).notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));

        assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
    }

    @Test
    void logLevelAndSessionEndHoldAtBothGateways() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient loud = legacy.at(OTHER).call("asking");
        next(loud, "notifications/message");

        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"error\"}"));
        StreamClient quiet = legacy.at(OTHER).call("asking");
        next(quiet, "sampling/createMessage");

        assertThat(legacy.at(OTHER).send("DELETE").status()).isEqualTo(204);
        await().until(() -> legacy.request("ping", null).status() == 404);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(404);
    }

    @Test
    void modernClientContinuesAtEitherGateway() {
        ObjectNode params = McpClient.object("{\"name\":\"asking\"}");
        JsonNode asked = modern(ONE, params, "{\"sampling\":{}}").result();
        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        params.put("requestState", asked.get("requestState").asText()).putObject("inputResponses").set("sample-1",
                McpClient.object(said("Ada")));

        assertThat(modern(OTHER, params, "{\"sampling\":{}}").result().at("/structuredContent/data").asText()).isEqualTo("Ada");
    }
}
