package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message on a queue that can not be read is answered or becomes a dead letter with the reason. */
@Tag("nightly")
class JmsDeadLettersTest extends JmsGatewayTest {

    @Test
    void invalidJsonIsAnsweredOrBecomesADeadLetterWithItsReason() throws Exception {
        assertThat(client.request("{nonsense").at("/error/code").asInt()).isEqualTo(-32700);

        client.send(client.text("{nonsense", "Note", "kept"), "mine", null, 0);

        Message dead = client.take(DEAD, SOON_MS);
        assertThat(JmsClient.body(dead)).isEqualTo("{nonsense");
        assertThat(dead.getStringProperty("caravanReason")).startsWith("Parse error");
        assertThat(dead.getStringProperty("Note")).isEqualTo("kept");
        assertThat(dead.getJMSCorrelationID()).isEqualTo("mine");
    }

    @Test
    void otherMessageTypesAndOversizedMessagesBecomeDeadLetters() throws Exception {
        client.with(session -> client.send(session.createMapMessage(), null, client.answers(), 0));
        assertThat(JmsClient.body(client.next(SOON_MS))).contains("-32600", "neither a text message nor a bytes message");
        assertThat(client.take(DEAD, SOON_MS).getStringProperty("caravanReason"))
                .isEqualTo("The message is neither a text message nor a bytes message");

        for (int size : new int[] {100 * 1024 + 1, 10_000_000}) {
            client.send(client.text("x".repeat(size)), null, client.answers(), 0);
            assertThat(JmsClient.body(client.next(SOON_MS))).contains("-32600", "The message exceeds the limit of 102400 bytes");
            Message dead = client.take(DEAD, SOON_MS);
            assertThat(dead.getStringProperty("caravanReason")).isEqualTo("The message exceeds the limit of 102400 bytes");
            assertThat(JmsClient.body(dead)).hasSize(size);
            client.with(session -> {
                BytesMessage bytes = session.createBytesMessage();
                bytes.writeBytes(new byte[size]);
                return client.send(bytes, null, null, 0);
            });
            assertThat(((BytesMessage) client.take(DEAD, SOON_MS)).getBodyLength()).isEqualTo(size);
        }
        assertThat(client.next(NEVER_MS)).isNull();
    }
}
