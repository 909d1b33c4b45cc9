package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.convert.DurationStyle;

/** A dependency that fails is asked again after growing pauses, and is told by name when it fails twice. */
@Tag("full")
class CheckupTest {

    /** Fails as often as a test says. */
    private static final class Failing implements Check {

        private final String name;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile int failures;
        private volatile Exception failure = new IllegalStateException("secret");

        private Failing(String name, int failures) {
            this.name = name;
            this.failures = failures;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String title() {
            return "Thing " + name;
        }

        @Override
        public Health ask() throws Exception {
            if (asked.incrementAndGet() <= failures) {
                throw failure;
            }
            return Check.up(Map.of());
        }
    }

    @ParameterizedTest
    @CsvSource({"0s, 1s", "700ms, 1s", "4s, 4s", "29s, 29s", "10m, 30s"})
    void pausesGrow(String failing, String pause) {
        assertThat(Checkup.pause(duration(failing))).isEqualTo(duration(pause));
    }

    private static Duration duration(String text) {
        return DurationStyle.detectAndParse(text);
    }

    @Test
    void theSecondFailureInARowIsToldAndTheReturn() {
        Failing once = new Failing("once", 1);
        Failing twice = new Failing("twice", 2);
        Failing refusing = new Failing("refusing", Integer.MAX_VALUE);
        refusing.failure = new Check.RefusedException("its password is wrong");
        Checkup checkup = new Checkup();
        try (GatewayLog log = GatewayLog.record()) {
            checkup.watch(List.of(once, twice, refusing));

            log.awaits("Thing twice answers again\" after=",
                    "Thing refusing refuses the gateway: its password is wrong\" cause=refused");
            await().atMost(20, TimeUnit.SECONDS).until(() -> refusing.asked.get() > 3);
            assertThat(log.text()).contains("Thing twice doesn't answer\" cause=IllegalStateException")
                    .doesNotContain("Thing once", "secret");
            assertThat(log.text().lines().filter(line -> line.contains("Thing refusing"))).hasSize(1);
            assertThat(checkup.known(twice)).isEqualTo(1);
            assertThat(checkup.known(refusing)).isZero();
            assertThat(checkup.of(refusing).getDetails()).containsEntry("reason",
                    "Thing refusing refuses the gateway: its password is wrong");
        } finally {
            checkup.destroy();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"mongodb://ann:p%40ss@h1:27017,h2:27018/shop?replicaSet=a@b | h1:27017,h2:27018",
        "bolt://127.0.0.1:7687 | 127.0.0.1:7687",
        "jdbc:postgresql://[::1]:5432/shop?ssl=true | [::1]:5432", "https://search.example.com/a@b?key=secret | search.example.com",
        "jdbc:sqlite:/srv/shop.db?mode=ro | sqlite:/srv/shop.db", "redis://:secret@127.0.0.1:6379/0 | 127.0.0.1:6379"})
    void placesHaveNeitherUserNorPassword(String address, String place) {
        assertThat(Check.place(address)).isEqualTo(place);
    }
}
