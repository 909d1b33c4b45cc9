package dev.caravan.intelligence.ckb;

import java.time.Duration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Questions wait for a late CKB no longer than a test can. */
abstract class HastyCkbTest extends RunningCkbTest {

    static final Shop SHOP = Shop.make();
    static final Duration TIMEOUT = Duration.ofSeconds(2);
    static final Duration IMPATIENCE = Duration.ofSeconds(1);
    /** Not over before a test asks again. */
    static final Duration COOLDOWN = Duration.ofSeconds(20);

    HastyCkbTest() {
        super(SHOP);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        register(registry, SHOP, TIMEOUT, IMPATIENCE, COOLDOWN);
    }
}
