package dev.caravan.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What another service said is shown without secrets, whatever its length. */
class RedactedTest {

    @Test
    void longSecretIsRedactedWithoutStackOverflow() {
        for (String quote : new String[] {"\"", "'"}) {
            String said = Redacted.text("{\"token\": " + quote + "a\\\\b".repeat(100_000) + quote + ", \"other\": 1}", List.of());
            assertThat(said).isEqualTo("{\"token\": ***, \"other\": 1}");
        }
        assertThat(Redacted.text("token=\"" + "x".repeat(100_000), List.of())).startsWith("token=***");
    }
}
