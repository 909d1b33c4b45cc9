package dev.caravan.bus;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.support.DefaultMessage;
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
public record ReadKafkaRecord(BusProperties bus, BusHeaders allowed, KafkaClients clients, BusOpening opening, CloseDelivery closing,
        ProducerTemplate producer) implements Processor {

    /** The exchange property with the topic of the answer. Absent means no answer. */
    private static final String REPLY_TOPIC = "kafkaReplyTopic";
    /** The exchange property that exists if the sender chose the topic or the partition of the answer. */
    private static final String REPLY_CHOSEN = "kafkaReplyChosen";
    /** The exchange property with the headers of the answer. */
    private static final String REPLY = "kafkaReply";
    private static final String PROGRESS = "kafkaProgress";

    private static final Logger LOG = LoggerFactory.getLogger(ReadKafkaRecord.class);

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        Message record = exchange.getMessage();
        TopicPartition partition = new TopicPartition(record.getHeader(KafkaConstants.TOPIC, String.class),
                record.getHeader(KafkaConstants.PARTITION, Integer.class));
        PartitionProgress own = clients.progress.get(partition);
        if (own == null) {
            exchange.setRouteStop(true); // another gateway has the partition now
            return;
        }
        int deliveries = own.begin(offset(record), key(record));
        exchange.setProperty(PROGRESS, own);
        BusMessage.keep(exchange, record);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                end(done.getException(), own, record);
            }
        });
        String answers = address(exchange, record);
        closing.begin(exchange, "kafka", deliveries);
        byte[] body = body(record);
        bus.checkSize(body.length);
        exchange.setProperty(BusMessage.PROPERTY, new BusMessage("/kafka/" + partition.topic(), bus.kafka().maxInFlight(),
                partition.partition() + "-" + offset(record), true, false, null, answers, allowed.of(record.getHeaders()), body,
                System.nanoTime()));
    }

    /** Ends a record. One that failed is neither answered nor a dead letter, so it becomes one. */
    private void end(Exception failure, PartitionProgress partition, Message record) {
        if (failure instanceof InterruptedException || failure instanceof RejectedExecutionException) {
            partition.leave(); // the gateway stops: not committed, so another one receives it
            return;
        }
        if (failure != null) {
            producer.send("direct:dead-letter-kafka", letter -> BusMessage.keep(letter, record));
        }
        partition.end(offset(record));
    }

    private static Headers headers(Message record) {
        return record.getHeader(KafkaConstants.HEADERS, Headers.class);
    }

    private static long offset(Message record) {
        return record.getHeader(KafkaConstants.OFFSET, Long.class);
    }

    private static byte[] key(Message record) {
        return record.getHeader(KafkaConstants.KEY, byte[].class);
    }

    private static byte[] body(Message record) {
        return record.getBody() instanceof byte[] bytes ? bytes : new byte[0];
    }

    /** Waits until no record with the same key runs that came before this one. */
    public void takeTurn(Exchange exchange) throws InterruptedException {
        Message record = BusMessage.received(exchange);
        exchange.getProperty(PROGRESS, PartitionProgress.class).takeTurn(offset(record), key(record));
    }

    /** Sets where the answer goes, by the headers of Spring or of Camel, and returns its topic and partition. */
    private String address(Exchange exchange, Message record) {
        BusProperties.Kafka kafka = bus.kafka();
        Header named = last(headers(record), "kafka_replyTopic", "kafka.REPLY_TOPIC");
        String topic = named == null ? kafka.replyTopic() : named.value() == null ? "" : new String(named.value(), StandardCharsets.UTF_8);
        boolean own = List.of(kafka.topic(), kafka.deadLetters(), kafka.auditTopic(), kafka.eventsTopic()).contains(topic);
        if (!topic.isBlank() && !own && (named == null || kafka.replyTopics().matcher(topic).matches())) {
            exchange.setProperty(REPLY_TOPIC, topic);
        } else if (named != null) {
            LOG.warn("Record gets no answer, because caravan.bus.kafka.reply-topics does not allow its topic replyTopic={}", topic);
        }
        Map<String, Object> reply = new HashMap<>();
        reply.put(KafkaConstants.OVERRIDE_TOPIC, topic);
        reply.put(KafkaConstants.KEY, key(record));
        Header partition = last(headers(record), "kafka_replyPartition");
        if (partition != null && partition.value() != null && partition.value().length == Integer.BYTES) {
            reply.put(KafkaConstants.PARTITION_KEY, ByteBuffer.wrap(partition.value()).getInt());
        }
        exchange.setProperty(REPLY_CHOSEN, named == null && partition == null ? null : true);
        Header correlation = last(headers(record), "kafka_correlationId", "kafka.CORRELATION_ID");
        if (correlation != null) {
            reply.put(correlation.key(), correlation.value());
        }
        exchange.setProperty(REPLY, reply);
        return topic + "/" + reply.get(KafkaConstants.PARTITION_KEY);
    }

    private static Header last(Headers headers, String... names) {
        return Stream.of(names).map(headers::lastHeader).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Addresses the answer in the body. */
    public void answer(Exchange exchange) {
        exchange.getMessage().setHeaders(exchange.getProperty(REPLY, Map.class));
    }

    /** Restores the record, with its headers except credentials and those that steer Camel, and adds the reason. */
    public void deadLetter(Exchange exchange) {
        exchange.removeProperty(REPLY_CHOSEN);
        Message record = BusMessage.received(exchange);
        Message letter = new DefaultMessage(exchange);
        headers(record).forEach(header -> {
            if (!allowed.isSecret(header.key()) && !header.key().regionMatches(true, 0, "kafka.", 0, 6)) {
                letter.setHeader(header.key(), header.value());
            }
        });
        letter.setHeader(BusHeaders.REASON, CloseDelivery.reason(exchange));
        letter.setHeader(KafkaConstants.KEY, key(record));
        letter.setBody(body(record));
        exchange.setMessage(letter);
    }
}
