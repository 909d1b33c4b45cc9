package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The gateway replaces the process of a CKB that answers none of three calls in time. */
@Tag("nightly")
class CkbReplacementTest extends RunningCkbTest {

    private static final Shop SHOP = Shop.make();

    CkbReplacementTest() {
        super(SHOP);
    }

    /** A call has less time than its question, so that every late call had all of its time. */
    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        SHOP.register(registry);
        registry.add("CKB_TIMEOUT", () -> "1s");
        registry.add("caravan.ckb-integration.enabled", () -> true);
        registry.add("caravan.ckb-integration.timeout", () -> "20s");
    }

    @Test
    void hangingProcessIsReplaced() {
        FakeCkb.behave(SHOP.directory(), "hang");
        forgetHealth();
        int starts = FakeCkb.starts(SHOP.directory()).size();
        for (int i = 0; i < 3; i++) {
            assertThat(asking.ask(Asking.STATE).answer().reason()).isEqualTo("connection_timeout");
            forgetHealth();
        }
        await("it answers no ping either").atMost(Duration.ofMinutes(1)).until(() -> {
            assertThat(asking.ask(Asking.STATE).answer().available()).isFalse();
            forgetHealth();
            return FakeCkb.starts(SHOP.directory()).size() > starts;
        });
    }
}
