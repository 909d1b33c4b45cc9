package dev.caravan.intelligence.ckb;

import java.time.Duration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Questions wait much longer than CKB needs, so that a test sees what CKB does and not how fast the machine is. */
abstract class PatientCkbTest extends RunningCkbTest {

    static final Shop SHOP = Shop.make();
    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final Duration IMPATIENCE = Duration.ofSeconds(10);
    static final Duration COOLDOWN = Duration.ofSeconds(2);
    /** Not over before a test ends: CKB is asked for its health only when a test wants it. */
    private static final Duration HEALTH_INTERVAL = Duration.ofMinutes(10);

    PatientCkbTest() {
        super(SHOP);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        register(registry, SHOP, TIMEOUT, IMPATIENCE, COOLDOWN);
        registry.add("caravan.ckb-integration.health-interval", () -> HEALTH_INTERVAL.toMillis() + "ms");
    }
}
