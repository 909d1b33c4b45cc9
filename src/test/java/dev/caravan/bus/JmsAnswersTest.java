package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sender on a queue gets one answer, and none is made or kept where nobody waits for it. */
@Tag("full")
class JmsAnswersTest extends JmsGatewayTest {

    @Test
    void expiredRequestsAreNotRun() throws Exception {
        try (BusGateway later = new BusGateway(COUNTS, settings("jms-test-later"))) {
            later.bean(CamelContext.class).getRouteController().stopRoute("entry-jms");
            try (JmsClient there = new JmsClient(broker, "jms-test-later")) {
                TextMessage brief = there.text(call("change", "expired"));
                there.send(brief, "e", there.answers(), 200);
                there.send(there.text(call("change", "waited")), "w", there.answers(), 60_000);
                long expiration = brief.getJMSExpiration();
                await().until(() -> System.currentTimeMillis() > expiration);
                later.bean(CamelContext.class).getRouteController().startRoute("entry-jms");

                Message answer = there.next(SOON_MS);

                assertThat(answer.getJMSCorrelationID()).isEqualTo("w");
                assertThat(answer.getJMSExpiration() - System.currentTimeMillis()).as("no longer than the sender waits").isBetween(1L,
                        60_000L);
                assertThat(there.next(NEVER_MS)).isNull();
                assertThat(later.runs("change", "expired")).isZero();
            }
        }
    }

    @Test
    void eachRequestGetsOneReply() {
        String params = "{\"name\":\"asks\",\"arguments\":{},\"_meta\":{\"progressToken\":1,"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
        String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":";

        JsonNode asked = client.request(request + params + "}}");
        JsonNode answered = client.request(request + params + ",\"requestState\":" + asked.at("/result/requestState")
                + ",\"inputResponses\":{\"name\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}}}}");
        JsonNode legacy = client.call("asks", "{}");
        JsonNode listen = client.request(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\","
                        + "\"params\":{\"notifications\":{\"toolsListChanged\":true},"
                + params.substring(params.indexOf("\"_meta\"")) + "}}");

        assertThat(asked.at("/result/resultType").asText()).isEqualTo("input_required");
        assertThat(said(answered)).isEqualTo("Hello, Ann");
        assertThat(legacy.at("/result/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(listen.at("/error/message").asText()).contains("event stream");
        assertThat(client.next(NEVER_MS)).as("progress").isNull();
    }

    @Test
    void replyToADeletedQueueIsDropped() throws Exception {
        try (JmsClient gone = new JmsClient(broker, QUEUE)) {
            gone.send(gone.text(call("change_slowly", "gone")), "g", gone.answers(), 0);
            await().until(() -> gateway.runs("change_slowly", "gone") == 1);
        }
        TemporaryQueue deleted = client.with(session -> session.createTemporaryQueue());
        client.send(client.text(call("look_slowly", "deleted")), "d", deleted, 0);
        await().until(() -> gateway.runs("look_slowly", "deleted") == 1);
        client.with(session -> {
            deleted.delete();
            return null;
        });

        await("both are answered").until(() -> gateway.bean(CamelContext.class).getInflightRepository().size("entry-jms") == 0);
        // a second delivery would come at once
        await().during(700, MILLISECONDS).atMost(20, SECONDS)
                .until(() -> gateway.runs("change_slowly", "gone") + gateway.runs("look_slowly", "deleted") == 2);
        assertThat(gateway.runs("change_slowly", "gone")).isEqualTo(1);
        assertThat(gateway.runs("look_slowly", "deleted")).isEqualTo(1);
        assertThat(said(client.call("look", "{\"word\":\"after\"}"))).isEqualTo("look after for local");
    }
}
