package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
class RetrievalQualityTest extends SearchTest {

    @Test
    void hybridSearchFindsNineteenOfTwentyAnswersAndMoreThanEachRanking() throws Exception {
        RetrievalQuality quality = RetrievalQuality.measured(index);

        assertThat(quality.hitAt(5, SearchIndex.Rankings.HYBRID)).as(quality.missed().toString()).isGreaterThanOrEqualTo(0.95)
                .isGreaterThan(quality.hitAt(5, SearchIndex.Rankings.VECTOR)).isGreaterThan(quality.hitAt(5, SearchIndex.Rankings.KEYWORD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void bothLanguagesFindTheAnswerFirstForFourOfFive(String language) throws Exception {
        RetrievalQuality quality = RetrievalQuality.unseen(index, language);

        assertThat(quality.hitAt(1, SearchIndex.Rankings.HYBRID)).as(quality.missed().toString()).isGreaterThanOrEqualTo(0.8);
        assertThat(quality.hitAt(3, SearchIndex.Rankings.HYBRID)).as(quality.missed().toString()).isGreaterThanOrEqualTo(0.9);
        for (SearchIndex.Rankings part : List.of(SearchIndex.Rankings.VECTOR, SearchIndex.Rankings.KEYWORD)) {
            assertThat(quality.meanReciprocalRank(SearchIndex.Rankings.HYBRID)).isGreaterThanOrEqualTo(quality.meanReciprocalRank(part));
        }
    }
}
