package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Answers an echo over JMS and Kafka without a gateway, with the guarantees that one gives: a message leaves its queue in one transaction
 * with its answer, none waits behind another, and a record is committed after its answer is sent. Arguments: broker, queue, Kafka's
 * servers, topic.
 */
public final class BareBus {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** As the gateway's {@code caravan.bus.jms.consumers}. */
    private static final int CONSUMERS = 16;

    private BareBus() {
    }

    public static void main(String[] args) throws Exception {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(args[0]);
        factory.setConsumerWindowSize(0);
        Connection connection = factory.createConnection();
        connection.start();
        for (int i = 0; i < CONSUMERS; i++) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            new Thread(() -> answerJms(session, args[1]), "jms-" + i).start();
        }
        new Thread(() -> answerKafka(args[2], args[3]), "kafka").start();
    }

    private static void answerJms(Session session, String queue) {
        try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
                MessageProducer producer = session.createProducer(null)) {
            while (true) {
                TextMessage request = (TextMessage) consumer.receive();
                TextMessage answer = session
                        .createTextMessage(new String(answer(request.getText().getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
                answer.setJMSCorrelationID(request.getJMSCorrelationID());
                producer.send(request.getJMSReplyTo(), answer);
                session.commit();
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answerKafka(String servers, String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "group.id", topic, "auto.offset.reset", "earliest",
                "enable.auto.commit", "false"), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers),
                        new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.subscribe(List.of(topic));
            while (true) {
                for (ConsumerRecord<byte[], byte[]> request : consumer.poll(Duration.ofMillis(200))) {
                    String to = new String(request.headers().lastHeader("kafka_replyTopic").value(), StandardCharsets.UTF_8);
                    int partition = ByteBuffer.wrap(request.headers().lastHeader("kafka_replyPartition").value()).getInt();
                    ProducerRecord<byte[], byte[]> answer = new ProducerRecord<>(to, partition, null, answer(request.value()));
                    answer.headers().add(request.headers().lastHeader("kafka_correlationId"));
                    producer.send(answer);
                }
                producer.flush();
                consumer.commitSync();
            }
        }
    }

    private static byte[] answer(byte[] message) {
        try {
            JsonNode request = JSON.readTree(message);
            return BareServer.answer(request, request.at("/params/arguments"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
