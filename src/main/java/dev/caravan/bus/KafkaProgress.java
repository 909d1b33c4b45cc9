package dev.caravan.bus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** How far this gateway has answered each of the partitions that are its own at the moment. */
class KafkaProgress {

    private final Map<TopicPartition, PartitionProgress> partitions = new ConcurrentHashMap<>();

    /** Null: it is another's by now. */
    PartitionProgress of(TopicPartition partition) {
        return partitions.get(partition);
    }

    void take(TopicPartition partition, PartitionProgress progress) {
        partitions.put(partition, progress);
    }

    void leave(TopicPartition partition) {
        partitions.remove(partition);
    }
}
