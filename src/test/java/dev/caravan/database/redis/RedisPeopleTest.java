package dev.caravan.database.redis;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** Starts each test without any record of people in Redis. */
abstract class RedisPeopleTest extends RedisTest {

    @BeforeEach
    void noPeople() {
        redis.create("people", Map.of());
    }
}
