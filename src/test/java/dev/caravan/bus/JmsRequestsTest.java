package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A request on a queue is answered as over HTTP, with the id by which its sender knows it. */
class JmsRequestsTest extends JmsGatewayTest {

    @Test
    void replyEqualsTheHttpResponse() {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}";

        assertThat(client.request(list)).isEqualTo(gateway.http().post(list).json());
        assertThat(said(client.call("look", "{\"word\":\"一\"}"))).isEqualTo("look 一 for local");
        assertThat(said(client.call("look", "{\"word\":\"b\"}", "X-User-Id", "ann"))).isEqualTo("look b for ann");
    }

    @Test
    void bytesGetABytesReplyAndTheMessageIdIsTheDefaultCorrelationId() throws Exception {
        String id = client.with(session -> {
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes("{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"method\":\"ping\"}".getBytes(StandardCharsets.UTF_8));
            return client.send(bytes, null, client.answers(), 0);
        });

        Message answer = client.next(SOON_MS);

        assertThat(answer).isInstanceOf(BytesMessage.class);
        assertThat(JmsClient.body(answer)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"result\":{}}");
        assertThat(answer.getJMSCorrelationID()).isEqualTo(id);
    }

    @Test
    void requestWithoutReplyToRunsAndNotificationsGetNoReply() {
        String[] inOrder = {"JMSXGroupID", "one-way"}; // the messages of a group are taken one after the other
        client.tell(call("change", "one-way"), inOrder);
        client.send(client.text("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", inOrder), "n", client.answers(), 0);
        client.send(client.text("{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}", inOrder), "n", client.answers(), 0);

        assertThat(client.ask("{\"jsonrpc\":\"2.0\",\"id\":\"next\",\"method\":\"ping\"}", inOrder)).as("the next reply")
                .contains("\"next\"");
        assertThat(gateway.runs("change", "one-way")).isEqualTo(1);
        client.tell("{next", inOrder);
        assertThat(JmsClient.body(client.take(DEAD, SOON_MS))).as("the next dead letter").isEqualTo("{next");
    }

    @Test
    void batchGetsOneReply() {
        JsonNode answers = client.request(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"nothing\"}]");

        assertThat(answers).hasSize(2);
        assertThat(answers.at("/1/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void batchThatBeginsWithANotificationGetsItsReply() {
        JsonNode answers = client.request(
                "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");

        assertThat(answers).hasSize(1);
        assertThat(answers.at("/0/id").asInt()).isEqualTo(1);
    }

    @Test
    void messageHeadersCannotSteerRoutes() throws Exception {
        TextMessage message = client.text(call("look", "steered"));
        for (String name : new String[]{"CamelFileName", "CamelFileName_", "CamelJmsDestinationName", "CamelSqlQuery", "breadcrumbId",
            "fileName", "word"}) {
            message.setStringProperty(name, "elsewhere");
        }
        client.send(message, "c", client.answers(), 0);

        assertThat(said(McpClient.JSON.readTree(JmsClient.body(client.next(SOON_MS))))).isEqualTo("look steered for local");
        assertThat(gateway.runs("look", "steered")).isEqualTo(1);
        assertThat(COUNTS.resolve("elsewhere")).doesNotExist();
    }
}
