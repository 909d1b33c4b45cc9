package dev.caravan.bus;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Reads a Kafka record as {@link BusMessage} and marks it as in flight until its exchange ends. If the exchange fails, the record is
 * neither answered nor a dead letter, so this class makes it one.
 */
@ConditionalOnProperty("caravan.bus.kafka.enabled")
@Component("readKafkaRecord")
public record ReadKafkaRecord(BusProperties bus, BusHeaders allowed, KafkaClients clients, BusOpening opening, MeterRegistry meters)
        implements Processor {

    /** The exchange property with the topic of the answer. Absent means no answer. */
    private static final String REPLY_TOPIC = "kafkaReplyTopic";
    /** The exchange property that exists if the sender chose the topic or the partition of the answer. */
    private static final String REPLY_CHOSEN = "kafkaReplyChosen";
    /** The exchange property with the headers of the answer. */
    private static final String REPLY = "kafkaReply";
    /** The exchange property with the record as received. */
    private static final String RECEIVED = "kafkaReceived";

    private static final Logger LOG = LoggerFactory.getLogger(ReadKafkaRecord.class);
    /** The header names of Spring and of Camel. */
    private static final String[] REPLY_TOPIC_HEADERS = {"kafka_replyTopic", "kafka.REPLY_TOPIC"};
    private static final String[] CORRELATION_HEADERS = {"kafka_correlationId", "kafka.CORRELATION_ID"};
    private static final String REASON = "caravanReason";
    /** By these, Camel would send the dead letter elsewhere. */
    private static final List<String> STEERING = List.of(
            KafkaConstants.OVERRIDE_TOPIC, KafkaConstants.PARTITION_KEY, KafkaConstants.OVERRIDE_TIMESTAMP);

    /** A record of a partition, until its exchange ends. */
    private static final class Received extends SynchronizationAdapter {

        private final PartitionProgress partition;
        private final long offset;
        private final Headers headers;
        private final byte[] key;
        private final byte[] value;

        Received(PartitionProgress partition, Message message) {
            this.partition = partition;
            this.offset = message.getHeader(KafkaConstants.OFFSET, Long.class);
            this.headers = message.getHeader(KafkaConstants.HEADERS, Headers.class);
            this.key = message.getHeader(KafkaConstants.KEY, byte[].class);
            this.value = message.getBody() instanceof byte[] bytes ? bytes : new byte[0];
        }

        @Override
        public void onComplete(Exchange exchange) {
            partition.end(offset);
        }

        @Override
        public void onFailure(Exchange exchange) {
            if (exchange.getException() instanceof InterruptedException) {
                partition.leave(); // not committed: another gateway receives it
                return;
            }
            Exchange letter = new DefaultExchange(exchange.getContext());
            letter.setProperty(RECEIVED, this);
            try (ProducerTemplate producer = exchange.getContext().createProducerTemplate()) {
                producer.send("direct:dead-letter-kafka", letter);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                partition.end(offset);
            }
        }
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        Message message = exchange.getMessage();
        TopicPartition partition = new TopicPartition(message.getHeader(KafkaConstants.TOPIC, String.class),
                message.getHeader(KafkaConstants.PARTITION, Integer.class));
        PartitionProgress own = clients.progress(partition);
        if (own == null) {
            exchange.setRouteStop(true); // another gateway has the partition now
            return;
        }
        Received record = new Received(own, message);
        own.begin(record.offset, record.key);
        exchange.getExchangeExtension().addOnCompletion(record);
        int deliveries = own.deliveries(record.offset);
        BusMessage.count(exchange, meters, "kafka", deliveries > 1);
        exchange.setProperty(RECEIVED, record);
        message.setHeaders(new HashMap<>());
        String answers = address(exchange, record);
        if (deliveries > bus.maxDeliveries()) {
            throw new BusMessage.PoisonException("The message was delivered " + (deliveries - 1) + " times without an answer");
        }
        if (record.value.length > bus.maxMessage().toBytes()) {
            throw new BusMessage.PoisonException("The message exceeds the limit of " + bus.maxMessage().toBytes() + " bytes");
        }
        Map<String, String> texts = new HashMap<>();
        record.headers.forEach(header -> texts.put(header.key(), text(header)));
        exchange.setProperty(BusMessage.PROPERTY, new BusMessage("/kafka/" + partition.topic(), partition.partition() + "-" + record.offset,
                true, false, null, answers, allowed.of(texts), record.value, System.nanoTime()));
    }

    /** Waits until no record with the same key runs that came before this one. */
    public void takeTurn(Exchange exchange) throws InterruptedException {
        Received record = exchange.getProperty(RECEIVED, Received.class);
        record.partition.takeTurn(record.offset, record.key);
    }

    /** Sets where the answer goes, and returns its topic and partition. */
    private String address(Exchange exchange, Received record) {
        BusProperties.Kafka kafka = bus.kafka();
        Header named = last(record.headers, REPLY_TOPIC_HEADERS);
        String topic = named == null ? kafka.replyTopic() : text(named);
        boolean own = topic.equals(kafka.topic()) || topic.equals(kafka.deadLetters()) || topic.equals(kafka.auditTopic());
        if (!topic.isBlank() && !own && (named == null || kafka.replyTopics().matcher(topic).matches())) {
            exchange.setProperty(REPLY_TOPIC, topic);
        } else if (named != null) {
            LOG.warn("Record gets no answer, because caravan.bus.kafka.reply-topics does not allow its topic replyTopic={}", topic);
        }
        Map<String, Object> reply = new HashMap<>();
        reply.put(KafkaConstants.OVERRIDE_TOPIC, topic);
        reply.put(KafkaConstants.KEY, record.key);
        Header partition = last(record.headers, "kafka_replyPartition");
        if (partition != null && partition.value() != null && partition.value().length == Integer.BYTES) {
            reply.put(KafkaConstants.PARTITION_KEY, ByteBuffer.wrap(partition.value()).getInt());
        }
        if (named != null || partition != null) {
            exchange.setProperty(REPLY_CHOSEN, true);
        }
        Header correlation = last(record.headers, CORRELATION_HEADERS);
        if (correlation != null) {
            reply.put(correlation.key(), correlation.value());
        }
        exchange.setProperty(REPLY, reply);
        return topic + "/" + reply.get(KafkaConstants.PARTITION_KEY);
    }

    private static Header last(Headers headers, String... names) {
        return Stream.of(names).map(headers::lastHeader).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Addresses the answer in the body. */
    public void answer(Exchange exchange) {
        exchange.getMessage().getHeaders().putAll(exchange.getProperty(REPLY, Map.class));
        if (exchange.getProperty(BusMessage.END) == null) {
            exchange.setProperty(BusMessage.END, "answered");
        }
    }

    /** Restores the record as body, with its headers except credentials, and adds the reason. */
    public void deadLetter(Exchange exchange) {
        exchange.removeProperty(REPLY_CHOSEN);
        Message message = exchange.getMessage();
        Received record = exchange.getProperty(RECEIVED, Received.class);
        Received letter = record == null ? new Received(null, message) : record;
        message.setHeaders(new HashMap<>());
        letter.headers.forEach(header -> {
            if (!allowed.isSecret(header.key())) {
                message.setHeader(header.key(), header.value());
            }
        });
        STEERING.forEach(message::removeHeader); // in any case of letters
        message.setHeader(REASON, CloseDelivery.reason(exchange));
        message.setHeader(KafkaConstants.KEY, letter.key);
        message.setBody(letter.value);
        exchange.setProperty(BusMessage.END, "dead");
    }
}
