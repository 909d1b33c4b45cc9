package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.database.TestStore;
import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Starts each test of failures with one record in Redis, and ends it when the tools find that record again. */
abstract class RedisFaultsTest extends RedisTest {

    static final String QUERY = "{\"table\":\"faults\"}";
    /** Of one record, by its id: such calls share a connection. */
    static final String ONE = "{\"table\":\"faults\",\"filters\":{\"id\":1}}";
    static final String INSERT = "{\"table\":\"faults\",\"data\":{}}";

    @BeforeEach
    void sound() {
        redis.create("faults", Map.of());
        STORES.get("postgresql").create("beside", TestStore.columns("id INTEGER"));
        redis.run(commands -> commands.aclSetuser("reader",
                AclSetuserArgs.Builder.on().addPassword("reader-secret").allKeys().addCategory(AclCategory.READ)
                .addCategory(AclCategory.CONNECTION)));
        done("insert", "redis", "{\"table\":\"faults\",\"data\":{\"id\":1}}");
    }

    @AfterEach
    void stillSound() {
        await().untilAsserted(() -> assertThat(done("query", "redis", QUERY).get("count").intValue()).isEqualTo(1));
    }
}
