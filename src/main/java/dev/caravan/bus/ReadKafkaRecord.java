package dev.caravan.bus;

import dev.caravan.bus.KafkaProgress.PartitionProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/**
 * Reads a Kafka record as {@link BusMessage} and marks it as in flight until its exchange ends. If the exchange fails, the record is
 * neither answered nor a dead letter, so this class makes it one.
 */
record ReadKafkaRecord(BusProperties bus, BusHeaders allowed, KafkaProgress progress, BusOpening opening) implements Processor {

    /** The exchange property with the topic of the answer. Absent means no answer. */
    private static final String REPLY_TOPIC = "kafkaReplyTopic";
    private static final String REPLY_PARTITION = "kafkaReplyPartition";
    /** The exchange property that exists if the sender chose the topic or the partition of the answer. */
    private static final String REPLY_CHOSEN = "kafkaReplyChosen";
    private static final String CORRELATION = "kafkaCorrelation";
    private static final String KEY = "kafkaKey";
    private static final String HEADERS = "kafkaHeaders";
    private static final String VALUE = "kafkaValue";

    /** The header names of Spring and of Camel. */
    private static final String[] REPLY_TOPIC_HEADERS = {"kafka_replyTopic", "kafka.REPLY_TOPIC"};
    private static final String[] CORRELATION_HEADERS = {"kafka_correlationId", "kafka.CORRELATION_ID"};
    private static final String REASON = "caravanReason";
    /** By these, Camel would send the dead letter elsewhere. */
    private static final List<String> STEERING = List.of(
            KafkaConstants.OVERRIDE_TOPIC, KafkaConstants.PARTITION_KEY, KafkaConstants.OVERRIDE_TIMESTAMP);
    private static final byte[] NOTHING = {};

    private static final class InFlight extends SynchronizationAdapter {

        private final PartitionProgress partition;
        private final long offset;

        InFlight(PartitionProgress partition, long offset) {
            this.partition = partition;
            this.offset = offset;
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
            for (String part : List.of(HEADERS, VALUE, KEY)) {
                letter.setProperty(part, exchange.getProperty(part));
            }
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
        long offset = message.getHeader(KafkaConstants.OFFSET, Long.class);
        PartitionProgress own = progress.of(partition);
        if (own == null) {
            exchange.setRouteStop(true); // another gateway has the partition now
            return;
        }
        InFlight inFlight = new InFlight(own, offset);
        own.begin(offset);
        exchange.getExchangeExtension().addOnCompletion(inFlight);
        keep(exchange);
        Headers headers = exchange.getProperty(HEADERS, Headers.class);
        byte[] value = exchange.getProperty(VALUE, byte[].class);
        message.setHeaders(new HashMap<>());
        address(exchange, headers);
        if (own.deliveries(offset) > bus.maxDeliveries()) {
            throw new BusMessage.PoisonException("The message was delivered " + (own.deliveries(offset) - 1) + " times without an answer");
        }
        if (value.length > bus.maxMessage().toBytes()) {
            throw new BusMessage.PoisonException("The message exceeds the limit of " + bus.maxMessage().toBytes() + " bytes");
        }
        Map<String, String> texts = new HashMap<>();
        headers.forEach(header -> texts.put(header.key(), text(header)));
        new BusMessage("/kafka/" + partition.topic(), partition.partition() + "-" + offset, true, false, 0,
                allowed.of(texts), value, System.nanoTime()).leaveOn(exchange);
    }

    /** Keeps the record as received, for a dead letter. */
    private static void keep(Exchange exchange) {
        Message message = exchange.getMessage();
        exchange.setProperty(HEADERS, message.getHeader(KafkaConstants.HEADERS));
        exchange.setProperty(VALUE, message.getBody() instanceof byte[] bytes ? bytes : NOTHING);
        exchange.setProperty(KEY, message.getHeader(KafkaConstants.KEY));
    }

    private void address(Exchange exchange, Headers headers) {
        BusProperties.Kafka kafka = bus.kafka();
        Header named = last(headers, REPLY_TOPIC_HEADERS);
        String topic = named == null ? kafka.replyTopic() : text(named);
        boolean own = topic.equals(kafka.topic()) || topic.equals(kafka.deadLetters()) || topic.equals(kafka.auditTopic());
        if (!topic.isBlank() && !own && (named == null || kafka.replyTopics().matcher(topic).matches())) {
            exchange.setProperty(REPLY_TOPIC, topic);
        }
        Header partition = last(headers, "kafka_replyPartition");
        if (partition != null && partition.value() != null && partition.value().length == Integer.BYTES) {
            exchange.setProperty(REPLY_PARTITION, ByteBuffer.wrap(partition.value()).getInt());
        }
        if (named != null || partition != null) {
            exchange.setProperty(REPLY_CHOSEN, true);
        }
        exchange.setProperty(CORRELATION, last(headers, CORRELATION_HEADERS));
    }

    private static Header last(Headers headers, String... names) {
        for (String name : names) {
            Header header = headers.lastHeader(name);
            if (header != null) {
                return header;
            }
        }
        return null;
    }

    private static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Addresses the answer in the body. */
    public void answer(Exchange exchange) {
        Message message = exchange.getMessage();
        message.setHeader(KafkaConstants.OVERRIDE_TOPIC, exchange.getProperty(REPLY_TOPIC));
        message.setHeader(KafkaConstants.KEY, exchange.getProperty(KEY));
        Integer partition = exchange.getProperty(REPLY_PARTITION, Integer.class);
        if (partition != null) {
            message.setHeader(KafkaConstants.PARTITION_KEY, partition);
        }
        Header correlation = exchange.getProperty(CORRELATION, Header.class);
        if (correlation != null) {
            message.setHeader(correlation.key(), correlation.value());
        }
    }

    /** Restores the record as body, with its headers except credentials, and adds the reason. */
    public void deadLetter(Exchange exchange) {
        exchange.removeProperty(REPLY_CHOSEN);
        if (exchange.getProperty(VALUE) == null) {
            keep(exchange);
        }
        Message message = exchange.getMessage();
        message.setHeaders(new HashMap<>());
        exchange.getProperty(HEADERS, Headers.class).forEach(header -> {
            if (!allowed.isSecret(header.key())) {
                message.setHeader(header.key(), header.value());
            }
        });
        STEERING.forEach(message::removeHeader); // in any case of letters
        message.setHeader(REASON, CloseDelivery.reason(exchange));
        message.setHeader(KafkaConstants.KEY, exchange.getProperty(KEY));
        message.setBody(exchange.getProperty(VALUE));
    }
}
