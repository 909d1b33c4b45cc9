package dev.caravan.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.component.kafka.DefaultKafkaClientFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.stereotype.Component;

/** Creates the Kafka clients of the routes, with additional settings from a file. */
@ConditionalOnProperty("caravan.bus.kafka.enabled")
@Component("kafkaClients")
class KafkaClients extends DefaultKafkaClientFactory {

    private final BusProperties.Kafka properties;
    /** Progress of the partitions that are assigned to this gateway now. */
    final Map<TopicPartition, PartitionProgress> progress = new ConcurrentHashMap<>();
    /** The latest one; those before are closed. */
    private volatile TrackingConsumer consumer;

    KafkaClients(BusProperties bus) {
        this.properties = bus.kafka();
    }

    @Bean
    HealthIndicator kafkaHealthIndicator(CloseDelivery deliveries) {
        return () -> deliveries.health(properties.bootstrapServers(), problem());
    }

    @Override
    public Consumer getConsumer(Properties settings) {
        consumer = new TrackingConsumer(withFile(settings));
        return consumer;
    }

    @Override
    public Producer getProducer(Properties settings) {
        return super.getProducer(withFile(settings));
    }

    private Properties withFile(Properties settings) {
        try {
            if (!properties.propertiesFile().isBlank()) {
                settings.putAll(PropertiesLoaderUtils.loadProperties(new FileSystemResource(properties.propertiesFile())));
            }
            return settings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns why no client is connected to any broker; null if one is. */
    String problem() {
        boolean connected = consumer != null && consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("connection-count") && metric.getKey().group().equals("consumer-metrics"))
                .anyMatch(metric -> metric.getValue().metricValue() instanceof Number count && count.doubleValue() > 0);
        return connected ? null : "not connected";
    }

    /**
     * A consumer that commits answered messages at each poll. Before a partition moves to another gateway, it waits for messages in
     * flight. When it gets a partition with messages, it also commits the number of deliveries of the first one, which later commits drop.
     * So the number grows only when a gateway dies.
     */
    private final class TrackingConsumer extends KafkaConsumer<Object, Object> {

        private static final Logger LOG = LoggerFactory.getLogger(TrackingConsumer.class);

        TrackingConsumer(Properties settings) {
            super(settings);
        }

        @Override
        public ConsumerRecords<Object, Object> poll(Duration timeout) {
            Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
            progress.forEach((partition, own) -> own.toCommit()
                    .ifPresent(offset -> answered.put(partition, new OffsetAndMetadata(offset))));
            commitAsync(answered, (offsets, failure) -> offsets.keySet().stream().map(progress::get)
                    .filter(own -> own != null && failure != null).forEach(PartitionProgress::notCommitted)); // by the next poll
            // fetches nothing while as much waits as runs, so that polling, by which the broker sees this gateway live, never blocks
            boolean full = progress.values().stream().mapToInt(PartitionProgress::inFlight).sum() > properties.maxInFlight();
            resume(paused());
            pause(full ? assignment() : Set.of());
            return super.poll(full ? Duration.ofMillis(10) : timeout);
        }

        @Override
        public void subscribe(Collection<String> topics, ConsumerRebalanceListener camels) {
            super.subscribe(topics, new ConsumerRebalanceListener() {

                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    take(partitions);
                    camels.onPartitionsAssigned(partitions);
                }

                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    leave(partitions);
                    camels.onPartitionsRevoked(partitions);
                }

                @Override
                public void onPartitionsLost(Collection<TopicPartition> partitions) {
                    partitions.forEach(progress::remove);
                    camels.onPartitionsLost(partitions);
                }
            });
        }

        private void take(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> progress.put(partition, new PartitionProgress(-1, 1, properties.maxInFlight())));
            try {
                Map<TopicPartition, OffsetAndMetadata> noted = new HashMap<>();
                Map<TopicPartition, OffsetAndMetadata> before = committed(new HashSet<>(partitions));
                Map<TopicPartition, Long> ends = endOffsets(partitions);
                for (TopicPartition partition : partitions) {
                    OffsetAndMetadata last = before.get(partition);
                    int deliveries = last != null && last.metadata().matches("\\d{1,9}") ? Integer.parseInt(last.metadata()) + 1 : 1;
                    long start = position(partition);
                    progress.put(partition, new PartitionProgress(start, deliveries, properties.maxInFlight()));
                    if (start < ends.get(partition)) {
                        noted.put(partition, new OffsetAndMetadata(start, String.valueOf(deliveries)));
                    }
                }
                commitSync(noted);
            } catch (KafkaException e) {
                LOG.debug("Number of deliveries unknown", e);
            }
        }

        private void leave(Collection<TopicPartition> partitions) {
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
            try {
                for (TopicPartition partition : partitions) {
                    PartitionProgress own = progress.get(partition);
                    own.settle(deadline);
                    if (own.answered() >= 0) {
                        answered.put(partition, new OffsetAndMetadata(own.answered()));
                    }
                }
                commitSync(answered);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (KafkaException e) {
                LOG.debug("Offsets not committed; answered messages will be redelivered", e);
            }
            partitions.forEach(progress::remove);
        }
    }
}
