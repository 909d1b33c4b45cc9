package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is committed of a partition, and which message counts as the one that may have killed a gateway. */
class PartitionProgressTest {

    @Test
    void offsetIsCommittedAgainAfterAFailure() throws Exception {
        PartitionProgress progress = new PartitionProgress(10, 1, 4);
        progress.begin(10, null);
        progress.end(10);

        assertThat(progress.toCommit()).hasValue(11);
        assertThat(progress.toCommit()).isEmpty();

        progress.notCommitted();

        assertThat(progress.toCommit()).hasValue(11);
    }

    /** Kafka has no message at offset 10 if it was compacted, or marks the end of a transaction. */
    @Test
    void firstMessageIsTheFirstThatArrives() throws Exception {
        PartitionProgress progress = new PartitionProgress(10, 3, 4);

        assertThat(progress.isFirst(13)).isTrue();
        assertThat(progress.isFirst(13)).as("once").isFalse();
        assertThat(progress.isFirst(14)).isFalse();
        assertThat(progress.deliveries(13)).isEqualTo(3);
        assertThat(progress.deliveries(14)).isEqualTo(1);
    }
}
