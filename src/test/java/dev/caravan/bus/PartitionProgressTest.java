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

        assertThat(progress.begin(13, null)).isEqualTo(3);
        progress.end(13);
        assertThat(progress.begin(14, null)).isEqualTo(1);
    }

    /** Otherwise the committed number of its deliveries, or the offset of a partition that could not be read, would be lost. */
    @Test
    void nothingIsCommittedBeforeAMessageIsAnswered() throws Exception {
        PartitionProgress progress = new PartitionProgress(10, 1, 4);
        progress.begin(10, null);

        assertThat(progress.toCommit()).isEmpty();
        assertThat(progress.answered()).isEqualTo(10);
        assertThat(new PartitionProgress(-1, 1, 4).answered()).isNegative();
    }
}
