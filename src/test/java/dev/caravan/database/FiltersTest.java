package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.database.Filters.Filter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiltersTest {

    /** Other tools have such keys; a database without columns would take them as fields, and find nothing. */
    @Test
    void alternativesAndNegationsAreRefused() throws Exception {
        for (Object value : List.of(List.of(Map.of("a", 1)), Map.of("a", 1))) {
            assertThatThrownBy(() -> Filters.of(Map.of("__or", value), column -> false)).isInstanceOf(DatabaseFailure.class)
                    .hasMessageContaining("__or: no column and no operator has this name");
        }
        assertThat(Filters.of(Map.of("__v", 0), column -> false).conditions()).extracting(Filter::column).containsExactly("__v");
    }

    /** A text of a million characters is searched for half a million in minutes, and nothing stops the search. */
    @Test
    void textToSearchForIsLimited() throws Exception {
        assertThat(Filters.of(Map.of("note__contains", "a".repeat(1_000)), column -> false).conditions()).hasSize(1);
        assertThatThrownBy(() -> Filters.of(Map.of("note__contains", "a".repeat(1_001)), column -> false))
                .isInstanceOf(DatabaseFailure.class).hasMessageContaining("note__contains must be text of at most 1000 characters");
    }
}
