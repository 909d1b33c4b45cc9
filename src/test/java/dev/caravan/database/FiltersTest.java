package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FiltersTest {

    /** A text of a million characters is searched for half a million in minutes, and nothing stops the search. */
    @Test
    void textToSearchForIsLimited() throws Exception {
        assertThat(Filters.of(Map.of("note__contains", "a".repeat(1_000)), column -> false).all()).hasSize(1);
        assertThatThrownBy(() -> Filters.of(Map.of("__not", Map.of("note__contains", "a".repeat(1_001))), column -> false))
                .isInstanceOf(DatabaseFailure.class).hasMessageContaining("note__contains must be text of at most 1000 characters");
    }
}
