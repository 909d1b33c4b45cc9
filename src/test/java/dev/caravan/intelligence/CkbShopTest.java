package dev.caravan.intelligence;

import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.FreePorts;
import dev.caravan.intelligence.ckb.FakeCkb;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway with a CKB that is a process of its own and does what the test wants; its limit and its cool-down are those by default. Shared
 * by the classes that extend it.
 */
abstract class CkbShopTest extends IntelligenceTest {

    static final String OTHER = "other" + UUID.randomUUID();

    private static final int PORT = FreePorts.pick();
    private static final CkbShop SHOP = new CkbShop();

    /** Of the CKB. */
    static final Path CKB = SHOP.ckb();

    @Autowired
    private CircuitBreaker ckbBreaker;

    CkbShopTest() {
        super(PORT);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        SHOP.settings().forEach((name, value) -> registry.add(name, () -> value));
        registry.add("caravan.intelligence.workspaces." + OTHER + ".root", SmallShop.documents()::toString);
    }

    @BeforeAll
    void buildIt() {
        FakeCkb.behave(CKB);
        build(SHOP.name());
        warmUp();
    }

    /** The first calls load the model and have Neo4j plan queries, which tests that measure time don't mean. */
    private void warmUp() {
        for (String behaviour : List.of("no-scip", "")) {
            FakeCkb.behave(CKB, behaviour.isEmpty() ? new String[0] : new String[] {behaviour});
            call("ci_graph_rag", "{\"query\":\"Orders.pay\"}");
            call("ci_call_chain", "{\"symbol\":\"Orders.pay\"}");
        }
    }

    @BeforeEach
    void wellAgain() {
        FakeCkb.behave(CKB);
        ckbBreaker.transitionToClosedState();
        await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (call("ci_index_status", "{}").at("/metadata/ckb_available").asBoolean()) {
                return true;
            }
            ckbBreaker.transitionToClosedState();
            return false;
        });
    }
}
