package dev.caravan.intelligence;

import dev.caravan.embedded.FreePorts;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway without CKB, as it is by default, with a workspace of code, one of documents and one that no test builds. Shared by the classes
 * that extend it.
 */
@Import(LocalShopTest.Start.class)
abstract class LocalShopTest extends IntelligenceTest {

    static final String SHOP = "shop" + UUID.randomUUID();
    static final String DOCUMENTS = "docs" + UUID.randomUUID();
    static final String UNBUILT = "unbuilt" + UUID.randomUUID();
    static final Path ROOT = SmallShop.workspace();

    /** When the gateway said that it is ready. */
    static volatile Instant ready;

    private static final int PORT = FreePorts.pick();

    LocalShopTest() {
        super(PORT);
    }

    @DynamicPropertySource
    static void workspaces(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.intelligence.workspaces." + SHOP + ".root", ROOT::toString);
        registry.add("caravan.intelligence.workspaces." + DOCUMENTS + ".root", SmallShop.documents()::toString);
        registry.add("caravan.intelligence.workspaces." + UNBUILT + ".root", SmallShop.documents()::toString);
        registry.add("caravan.intelligence.default-workspace", () -> SHOP);
    }

    static final class Start {

        @EventListener
        void note(ApplicationStartedEvent started) {
            ready = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        }
    }

    @BeforeAll
    void buildThem() {
        build(SHOP);
        build(DOCUMENTS);
        // the first one has Neo4j plan queries, which may take longer than calls are followed
        call("ci_graph_rag", "{\"query\":\"pay\",\"depth\":5}");
    }
}
