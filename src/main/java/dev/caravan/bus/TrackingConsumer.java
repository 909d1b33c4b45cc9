package dev.caravan.bus;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that commits what is answered, each time it polls. Before a partition goes to another gateway, what is in flight is waited
 * for. With each offset it commits how often its message was delivered: taking a partition counts, and getting on forgets it, so the
 * count grows only by gateways that die.
 */
class TrackingConsumer extends KafkaConsumer<Object, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(TrackingConsumer.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final KafkaProgress progress;
    private final int together;

    /** @param together most messages in flight */
    TrackingConsumer(Properties settings, KafkaProgress progress, int together) {
        super(settings);
        this.progress = progress;
        this.together = together;
    }

    @Override
    public ConsumerRecords<Object, Object> poll(Duration timeout) {
        Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
        for (TopicPartition partition : assignment()) {
            PartitionProgress own = progress.of(partition);
            if (own != null) {
                own.toCommit().ifPresent(offset -> answered.put(partition, new OffsetAndMetadata(offset)));
            }
        }
        if (!answered.isEmpty()) {
            commitAsync(answered, (offsets, failure) -> {
                if (failure != null) {
                    LOG.debug("Offsets are committed later", failure);
                }
            });
        }
        return super.poll(timeout);
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new Rebalance(listener));
    }

    private final class Rebalance implements ConsumerRebalanceListener {

        private final ConsumerRebalanceListener camels;

        Rebalance(ConsumerRebalanceListener camels) {
            this.camels = camels;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            try {
                Map<TopicPartition, OffsetAndMetadata> before = partitions.isEmpty() ? Map.of() : committed(new HashSet<>(partitions));
                Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>();
                for (TopicPartition partition : partitions) {
                    OffsetAndMetadata committed = before.get(partition);
                    long start = committed == null ? position(partition) : committed.offset();
                    int deliveries = deliveries(committed) + 1;
                    now.put(partition, new OffsetAndMetadata(start, String.valueOf(deliveries)));
                    progress.take(partition, new PartitionProgress(start, deliveries, together));
                }
                commitSync(now);
            } catch (KafkaException e) {
                LOG.debug("It can't be told how often messages were delivered", e);
                for (TopicPartition partition : partitions) {
                    if (progress.of(partition) == null) {
                        progress.take(partition, new PartitionProgress(0, 1, together));
                    }
                }
            }
            camels.onPartitionsAssigned(partitions);
        }

        private int deliveries(OffsetAndMetadata committed) {
            return committed != null && committed.metadata() != null && committed.metadata().matches("\\d{1,9}") ? Integer.parseInt(committed.metadata()) : 0;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
            try {
                for (TopicPartition partition : partitions) {
                    PartitionProgress own = progress.of(partition);
                    if (own != null) {
                        own.settle(deadline);
                        answered.put(partition, new OffsetAndMetadata(own.answered()));
                    }
                }
                if (!answered.isEmpty()) {
                    commitSync(answered);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (KafkaException e) {
                LOG.debug("What was answered will be delivered again", e);
            }
            partitions.forEach(progress::leave);
            camels.onPartitionsRevoked(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            partitions.forEach(progress::leave);
            camels.onPartitionsLost(partitions);
        }
    }
}
