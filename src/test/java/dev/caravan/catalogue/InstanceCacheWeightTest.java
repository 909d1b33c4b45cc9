package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import dev.caravan.store.Notifications;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a gateway keeps of instances stays below {@code caravan.catalogue.cached-tools}: a large definition counts as several tools. */
@Tag("nightly")
class InstanceCacheWeightTest extends CatalogueTest {

    private static final int MOST = 60;
    private static final int INSTANCES = 40;

    private OwnGateway gateway;
    private InstanceCache cache;

    @BeforeAll
    void startAGatewayThatKeepsLittle() {
        gateway = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL)
                .set("catalogue.cached-tools", MOST).start();
        cache = gateway.bean(InstanceCache.class);
        await().atMost(Duration.ofSeconds(60)).until(() -> gateway.bean(Notifications.class).isListening());
    }

    @AfterAll
    void stopIt() {
        gateway.close();
    }

    /** So many instances with one tool each, used one after the other. */
    private void use(int length) {
        long table = table("{}");
        String description = "\"description\":\"" + "a".repeat(length) + "\"";
        Made[] made = LongStream.range(0, INSTANCES).mapToObj(i -> instance(tool(table, "get_all_data", "all", description)))
                .toArray(Made[]::new);
        for (Made instance : made) {
            assertThat(cache.find(instance.key())).isPresent();
            assertThat(cache.weight()).isLessThanOrEqualTo(MOST);
        }
    }

    @Test
    void smallDefinitionsStayWithinTheWeight() {
        // the database may still tell of an instance that was just made, and then it is not kept
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            use(10);
            assertThat(cache.weight()).as("each weighs 2, so that 30 fit").isGreaterThan(MOST / 2);
        });
    }

    @Test
    void largeDefinitionsStayWithinTheWeight() {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            use(9_000);
            assertThat(cache.weight()).as("each weighs 4, so that 15 fit").isGreaterThan(MOST / 2);
            assertThat(cache.size()).isLessThanOrEqualTo(MOST / 4);
        });
    }
}
