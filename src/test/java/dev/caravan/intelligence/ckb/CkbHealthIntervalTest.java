package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.intelligence.ckb.Asking.Asked;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The health of CKB is checked once an interval, however many ask. */
@Tag("full")
class CkbHealthIntervalTest extends RunningCkbTest {

    private static final Shop SHOP = Shop.make();
    private static final Duration INTERVAL = Duration.ofSeconds(3);

    CkbHealthIntervalTest() {
        super(SHOP);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        register(registry, SHOP, PatientCkbTest.TIMEOUT, PatientCkbTest.IMPATIENCE, PatientCkbTest.COOLDOWN);
        registry.add("caravan.ckb-integration.health-interval", () -> INTERVAL.toMillis() + "ms");
    }

    @Test
    void healthIsCheckedOncePerInterval() throws Exception {
        forgetHealth();
        int before = checks();
        long begin = System.nanoTime();
        List<Future<Asked>> asked = together(8, () -> asking.ask(question("pay")));
        for (Future<Asked> one : asked) {
            assertThat(one.get().answer().available()).isTrue();
        }
        for (int i = 0; i < 5; i++) {
            asking.ask("main", "both", 1);
        }
        int intervals = (int) (Duration.ofNanos(System.nanoTime() - begin).toMillis() / INTERVAL.toMillis());
        int checked = checks();
        assertThat(checked - before).as("checks in 13 questions, after %d intervals", intervals).isBetween(1, 1 + intervals);

        await().until(() -> {
            asking.ask("main", "both", 1);
            return checks() > checked;
        });
    }

    private static int checks() {
        return FakeCkb.requests(SHOP.directory(), "getStatus").size();
    }
}
