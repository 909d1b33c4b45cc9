package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class RetrievalQualityTest extends SearchTest {

    @Test
    void hybridSearchFindsNineteenOfTwentyAnswersAndMoreThanEachRanking() throws Exception {
        RetrievalQuality quality = RetrievalQuality.measured(index);

        assertThat(quality.hitAt(5, SearchIndex.Rankings.HYBRID)).as(quality.missed().toString()).isGreaterThanOrEqualTo(0.95)
                .isGreaterThan(quality.hitAt(5, SearchIndex.Rankings.VECTOR)).isGreaterThan(quality.hitAt(5, SearchIndex.Rankings.KEYWORD));
    }
}
