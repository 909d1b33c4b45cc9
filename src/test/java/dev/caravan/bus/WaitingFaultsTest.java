package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guide's table of faults, for messages that must wait or that expire. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingFaultsTest {

    private static final String WAITS = "Over a rate, or no place free";
    private static final String EXPIRED_HERE = "Message expired while it waits here";
    private static final Duration BRIEF = Duration.ofSeconds(4);

    private final Map<Bus, BusSide> sides = new EnumMap<>(Bus.class);
    private BusGateway gateway;

    @BeforeAll
    void start() {
        gateway = new BusGateway(BusGateway.counts(), settings(sides, "tools.max-in-flight=1"));
    }

    @AfterAll
    void stop() {
        sides.values().forEach(BusSide::close);
        gateway.close();
    }

    private static List<String> settings(Map<Bus, BusSide> sides, String... more) {
        List<String> settings = new ArrayList<>(List.of(more));
        for (Bus bus : Bus.values()) {
            sides.put(bus, bus.open("waiting-" + System.nanoTime()));
            settings.addAll(sides.get(bus).settings());
        }
        return settings;
    }

    @ParameterizedTest
    @EnumSource
    @Fault(WAITS)
    void noPlaceFree(Bus bus) throws Exception {
        BusSide side = sides.get(bus);
        try (FaultWatch watch = new FaultWatch(WAITS, bus, true, gateway)) {
            CompletableFuture<?> held = holdThePlace();
            side.ask(call("look", "placed" + bus), "c");
            watch.during(side, 1);
            assertThat(gateway.runs("look", "placed" + bus)).isZero();

            gateway.release();

            BusSide.Answer answer = side.next();
            assertThat(answer.body()).contains("look placed" + bus + " for local");
            watch.caller(answer).after(side, 1, 0);
            held.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("nightly")
    @Fault(WAITS)
    void overARate(Bus bus) {
        Map<Bus, BusSide> own = new EnumMap<>(Bus.class);
        try (BusGateway limited = new BusGateway(BusGateway.counts(), settings(own, "security.rate-limit.calls=1",
                "security.rate-limit.per=10s", "security.rate-limit.burst=1"))) {
            BusSide side = own.get(bus);
            side.ask(call("look", "first"), "first");
            assertThat(side.next().body()).contains("look first for local");
            try (FaultWatch watch = new FaultWatch(WAITS, bus, true, limited)) {
                side.ask(call("look", "second"), "second");
                watch.during(side, 1).caller(side.next()).after(side, 1, 0);
            }
            assertThat(limited.runs("look", "second")).isEqualTo(1);
        } finally {
            own.values().forEach(BusSide::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Fault(EXPIRED_HERE)
    void messageExpiresWhileItWaitsHere(Bus bus) throws Exception {
        BusSide side = sides.get(bus);
        try (FaultWatch watch = new FaultWatch(EXPIRED_HERE, bus, true, gateway)) {
            CompletableFuture<?> held = holdThePlace();
            long expires = askBriefly(side);
            watch.during(side, 1);
            await().atMost(BusSide.PATIENCE).until(() -> System.nanoTime() > expires);
            if (side instanceof KafkaSide kafka) {
                kafka.expire();
            } else {
                await().atMost(BusSide.PATIENCE).until(() -> side.held() == 0);
            }
            gateway.release();
            watch.caller(side.next(bus == Bus.KAFKA ? BusSide.PATIENCE : BusSide.QUIET)).after(side, 1, 0);
            held.join();
        }
        assertThat(gateway.runs("look", "brief" + side.getClass())).isEqualTo(bus == Bus.KAFKA ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Message expired")
    void messageExpiresAtTheBroker(Bus bus) throws Exception {
        BusSide side = sides.get(bus);
        String route = bus == Bus.JMS ? "entry-jms" : "entry-kafka";
        long ran = gateway.runs("look", "brief" + side.getClass());
        try (FaultWatch watch = new FaultWatch("Message expired", bus, true, gateway)) {
            watch.control(side);
            gateway.bean(CamelContext.class).getRouteController().stopRoute(route);
            long expires = askBriefly(side);
            await().atMost(BusSide.PATIENCE).until(() -> System.nanoTime() > expires);
            if (side instanceof KafkaSide kafka) {
                kafka.expire();
            }
            gateway.bean(CamelContext.class).getRouteController().startRoute(route);
            watch.control(side).caller(side.next(BusSide.QUIET)).after(side, 0, 0);
        }
        assertThat(gateway.runs("look", "brief" + side.getClass())).isEqualTo(ran);
    }

    /** Sends a message with a time to live, over JMS; returns when it has ended. */
    private long askBriefly(BusSide side) {
        String body = call("look", "brief" + side.getClass());
        if (side instanceof JmsSide jms) {
            jms.ask(body, "brief", BRIEF);
        } else {
            side.ask(body, "brief");
        }
        return System.nanoTime() + BRIEF.toNanos();
    }

    private CompletableFuture<?> holdThePlace() throws Exception {
        gateway.hold();
        String word = "held" + System.nanoTime();
        CompletableFuture<?> held = CompletableFuture.supplyAsync(
                () -> gateway.http().call("look_very_slowly", McpClient.object("{\"word\":\"" + word + "\"}")));
        await().atMost(BusSide.PATIENCE).until(() -> gateway.runs("look_very_slowly", word) == 1);
        return held;
    }
}
