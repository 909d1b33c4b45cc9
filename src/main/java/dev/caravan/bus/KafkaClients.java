package dev.caravan.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.component.kafka.DefaultKafkaClientFactory;
import org.apache.camel.component.kafka.KafkaConfiguration;
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
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.stereotype.Component;

/** Creates the Kafka clients of the routes, with additional settings from a file. */
@ConditionalOnProperty("caravan.bus.kafka.enabled")
@Component("kafkaClients")
class KafkaClients extends DefaultKafkaClientFactory {

    private final BusProperties.Kafka properties;
    /** Progress of the partitions that are assigned to this gateway now. */
    private final Map<TopicPartition, PartitionProgress> progress = new ConcurrentHashMap<>();
    /** The latest one; those before are closed. */
    private volatile TrackingConsumer consumer;

    KafkaClients(BusProperties bus) {
        this.properties = bus.kafka();
    }

    /** Returns the progress; null if another gateway has the partition. */
    PartitionProgress progress(TopicPartition partition) {
        return progress.get(partition);
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

    @Override
    public String getBrokers(KafkaConfiguration configuration) {
        return properties.bootstrapServers();
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
     * flight. For the first message of a partition it also commits the number of its deliveries, which later commits drop. So the number
     * grows only when a gateway dies.
     */
    private final class TrackingConsumer extends KafkaConsumer<Object, Object> {

        private static final Logger LOG = LoggerFactory.getLogger(TrackingConsumer.class);
        private static final Duration PATIENCE = Duration.ofSeconds(10);
        private static final Duration FULL = Duration.ofMillis(10);

        TrackingConsumer(Properties settings) {
            super(settings);
        }

        @Override
        public ConsumerRecords<Object, Object> poll(Duration timeout) {
            Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
            assignment().stream().filter(progress::containsKey).forEach(partition -> progress.get(partition).toCommit()
                    .ifPresent(offset -> answered.put(partition, new OffsetAndMetadata(offset))));
            if (!answered.isEmpty()) {
                commitAsync(answered, (offsets, failure) -> {
                    if (failure != null) {
                        LOG.debug("Offsets not committed, trying again at the next poll", failure);
                        answered.keySet().stream().map(progress::get).filter(Objects::nonNull).forEach(PartitionProgress::notCommitted);
                    }
                });
            }
            // fetches nothing while as much waits as runs, so that polling, by which the broker sees this gateway live, never blocks
            boolean full = progress.values().stream().mapToInt(PartitionProgress::inFlight).sum() > properties.maxInFlight();
            resume(paused());
            pause(full ? assignment() : Set.of());
            ConsumerRecords<Object, Object> records = super.poll(full ? FULL : timeout);
            noteDeliveries(records);
            return records;
        }

        /** Commits the number of deliveries before any message runs. */
        private void noteDeliveries(ConsumerRecords<Object, Object> records) {
            Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
            for (TopicPartition partition : records.partitions()) {
                PartitionProgress own = progress.get(partition);
                long offset = records.records(partition).get(0).offset();
                if (own != null && own.isFirst(offset)) {
                    first.put(partition, new OffsetAndMetadata(offset, String.valueOf(own.deliveries(offset))));
                }
            }
            try {
                if (!first.isEmpty()) {
                    commitSync(first);
                }
            } catch (KafkaException e) {
                LOG.debug("Number of deliveries not committed", e);
            }
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
            Map<TopicPartition, OffsetAndMetadata> before = Map.of();
            try {
                before = partitions.isEmpty() ? before : committed(new HashSet<>(partitions));
            } catch (KafkaException e) {
                LOG.debug("Number of deliveries unknown", e);
            }
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata committed = before.get(partition);
                progress.put(partition, new PartitionProgress(committed == null ? -1 : committed.offset(),
                        deliveries(committed) + 1, properties.maxInFlight()));
            }
        }

        private int deliveries(OffsetAndMetadata committed) {
            String noted = committed == null || committed.metadata() == null ? "" : committed.metadata();
            return noted.matches("\\d{1,9}") ? Integer.parseInt(noted) : 0;
        }

        private void leave(Collection<TopicPartition> partitions) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
            try {
                for (TopicPartition partition : partitions) {
                    PartitionProgress own = progress.get(partition);
                    if (own != null) {
                        own.settle(deadline);
                        own.answered().ifPresent(offset -> answered.put(partition, new OffsetAndMetadata(offset)));
                    }
                }
                if (!answered.isEmpty()) {
                    commitSync(answered);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (KafkaException e) {
                LOG.debug("Offsets not committed; answered messages will be redelivered", e);
            }
            partitions.forEach(progress::remove);
        }
    }
}
