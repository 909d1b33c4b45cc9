package dev.caravan.bus;

import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;

/** {@link BusSide} of a queue of Artemis. */
final class JmsSide implements BusSide {

    private final String address;
    private final String name;
    private final String answers;
    private JmsClient client;

    JmsSide(String address, String name) {
        this.address = address;
        this.name = name;
        this.answers = "caravan.answers." + name;
        this.client = new JmsClient(address, name);
    }

    @Override
    public List<String> settings() {
        return List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + address, "bus.jms.queue=" + name,
                "bus.jms.dead-letters=" + name + "-dead");
    }

    @Override
    public void ask(String body, String id, String... headers) {
        client.send(client.text(body, headers), id, queue(answers), 0);
    }

    private Queue queue(String named) {
        return client.with(session -> session.createQueue(named));
    }

    @Override
    public void tell(String body, String... headers) {
        client.tell(body, headers);
    }

    /** Sends a message that the broker may drop after this time. */
    void ask(String body, String id, Duration timeToLive) {
        client.send(client.text(body), id, queue(answers), timeToLive.toMillis());
    }

    @Override
    public void askAndLeave(String body, String... headers) {
        TemporaryQueue left = client.with(Session::createTemporaryQueue);
        client.with(session -> {
            left.delete(); // before the gateway can answer there
            return null;
        });
        client.send(client.text(body, headers), null, left, 0);
    }

    @Override
    public Answer next(Duration patience) {
        Message answer = client.take(answers, patience.toMillis());
        return answer == null ? null : new Answer(client.with(session -> answer.getJMSCorrelationID()), JmsClient.body(answer));
    }

    @Override
    public void reconnect() {
        client.close();
        client = new JmsClient(address, name);
    }

    @Override
    public long held() {
        return count(name);
    }

    @Override
    public long dead() {
        return count(name + "-dead");
    }

    private long count(String queue) {
        return client.with(session -> {
            try {
                return ((ActiveMQSession) session).getCoreSession().queueQuery(SimpleString.of(queue)).getMessageCount();
            } catch (ActiveMQException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public String reason(Duration patience) {
        Message letter = client.take(name + "-dead", patience.toMillis());
        return letter == null ? null : client.with(session -> letter.getStringProperty("caravanReason"));
    }

    @Override
    public void close() {
        client.close();
    }
}
