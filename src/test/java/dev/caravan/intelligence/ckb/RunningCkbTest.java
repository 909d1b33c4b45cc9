package dev.caravan.intelligence.ckb;

import static org.awaitility.Awaitility.await;

import dev.caravan.intelligence.ckb.Asking.Asked;
import dev.caravan.source.mcp.ConnectedServers;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;

/**
 * The routes ask a CKB that is a process of its own, and that does what the test wants. Classes with the same settings share the gateway
 * and its CKB.
 */
@SpringBootTest(classes = CkbRoutes.class, webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"logging.level.org.apache.camel.processor.errorhandler=off", CkbRoutes.NO_ENTRIES})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RunningCkbTest {

    private final Shop shop;
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @Autowired
    ProducerTemplate template;

    @Autowired
    CircuitBreaker ckbBreaker;

    @Autowired
    CkbState state;

    @Autowired
    CkbQueue turns;

    @Autowired
    private ConnectedServers upstream;

    Asking asking;

    RunningCkbTest(Shop shop) {
        this.shop = shop;
    }

    static void register(DynamicPropertyRegistry registry, Shop shop, Duration timeout, Duration impatience, Duration coolDown) {
        shop.register(registry);
        registry.add("caravan.ckb-integration.enabled", () -> true);
        registry.add("CKB_TIMEOUT", () -> timeout.toMillis() + "ms");
        registry.add("caravan.ckb-integration.timeout", () -> timeout.toMillis() + "ms");
        registry.add("caravan.ckb-integration.impatience", () -> impatience.toMillis() + "ms");
        registry.add("caravan.ckb-integration.cooldown", () -> coolDown.toMillis() + "ms");
    }

    /** CKB runs, and its health was just checked. */
    @BeforeEach
    void wake() {
        asking = new Asking(template);
        FakeCkb.behave(shop.directory());
        await().atMost(60, TimeUnit.SECONDS).pollDelay(0, TimeUnit.SECONDS).until(() -> {
            forgetHealth();
            return asking.ask("pay", "both", 1).available();
        });
    }

    @AfterEach
    void nobodyIsLeftBehind() {
        FakeCkb.behave(shop.directory());
        await().pollDelay(0, TimeUnit.SECONDS).until(() -> turns.count() == 0);
    }

    @AfterAll
    void stop() {
        callers.shutdownNow();
    }

    CkbQuestion question(String name) {
        return new CkbQuestion(List.of(name), "both", 2);
    }

    Future<Asked> asked() {
        return callers.submit(() -> asking.ask(question("pay")));
    }

    /** Returns once CKB has been asked for this tool. */
    Future<Asked> askedUntilCkbHas(String tool) {
        int before = FakeCkb.requests(shop.directory(), tool).size();
        Future<Asked> asked = asked();
        awaitRequest(tool, before);
        return asked;
    }

    /** Waits until CKB has been asked for this tool more often than before. */
    void awaitRequest(String tool, int before) {
        await().pollInterval(10, TimeUnit.MILLISECONDS).until(() -> FakeCkb.requests(shop.directory(), tool).size() > before);
    }

    <T> List<Future<T>> together(int count, Callable<T> call) {
        List<Future<T>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(callers.submit(call));
        }
        return calls;
    }

    /** As after a failure whose cool-down is over. */
    void forgetHealth() {
        ckbBreaker.transitionToOpenState();
        ckbBreaker.transitionToClosedState();
    }

    /** What is shown as 0 seconds may be a fraction of a millisecond. */
    void awaitEndOfCoolDown() {
        await().during(50, TimeUnit.MILLISECONDS).atMost(20, TimeUnit.SECONDS).pollInterval(10, TimeUnit.MILLISECONDS)
                .until(() -> Integer.valueOf(0).equals(state.known().cooldownSeconds()));
    }

    /** Returns once the gateway has noticed it. */
    void kill() {
        List<Long> pids = FakeCkb.starts(shop.directory());
        ProcessHandle.of(pids.get(pids.size() - 1)).orElseThrow().destroyForcibly();
        await().pollInterval(10, TimeUnit.MILLISECONDS)
                .until(() -> upstream.statuses().values().stream()
                        .anyMatch(server -> server.name().equals("ckb") && server.state().name().equals("FAILED")));
    }
}
