package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Health names a difference between the clocks of a gateway and its store. */
class StoreClockTest {

    @Test
    void tenMinutesAreADifferenceAndSecondsAreNot() {
        Instant now = Instant.parse("2026-11-30T03:00:00Z");

        assertThat(StoreHealth.difference(now, now.plusSeconds(30))).isNull();
        assertThat(StoreHealth.difference(now.plusSeconds(600), now)).contains("differs from the store's by 600 s");
        assertThat(StoreHealth.difference(now, now.plusSeconds(600))).contains("600 s");
    }
}
