package dev.caravan.bus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** Holds the progress of the partitions that are assigned to this gateway now. */
class KafkaProgress {

    private final Map<TopicPartition, PartitionProgress> partitions = new ConcurrentHashMap<>();

    /** Returns the progress; null if another gateway has the partition. */
    PartitionProgress of(TopicPartition partition) {
        return partitions.get(partition);
    }

    /** Returns how many records are in flight. */
    int inFlight() {
        return partitions.values().stream().mapToInt(PartitionProgress::inFlight).sum();
    }

    void take(TopicPartition partition, PartitionProgress progress) {
        partitions.put(partition, progress);
    }

    void leave(TopicPartition partition) {
        partitions.remove(partition);
    }
}
