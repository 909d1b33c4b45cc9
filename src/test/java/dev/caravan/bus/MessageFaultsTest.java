package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guide's table of faults, for the faults of a message and its caller. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageFaultsTest {

    private final Map<Bus, BusSide> sides = new EnumMap<>(Bus.class);
    private BusGateway gateway;

    @BeforeAll
    void start() {
        List<String> settings = new ArrayList<>(List.of("tools.timeout=1s", "calls.slow=500ms", "bus.max-message=100KB",
                "security.mode=api-key", "security.keys[0].name=reports", "security.keys[0].sha256=" + OwnGateway.sha256("test"),
                "security.keys[0].scopes=tools:call"));
        for (Bus bus : Bus.values()) {
            sides.put(bus, bus.open("faults-" + System.nanoTime()));
            settings.addAll(sides.get(bus).settings());
        }
        gateway = BusGateway.impatient(BusGateway.counts(), settings);
    }

    @AfterAll
    void stop() {
        sides.values().forEach(BusSide::close);
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Tool too late")
    void toolTooLate(Bus bus) {
        shows("Tool too late", bus, call("look_very_slowly", "late"), "test");
    }

    @ParameterizedTest
    @EnumSource
    @Fault("No JSON")
    void noJson(Bus bus) {
        shows("No JSON", bus, "{nonsense", "test");
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Too large")
    void tooLarge(Bus bus) {
        shows("Too large", bus, "x".repeat(200_000), "test");
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Not allowed")
    void notAllowed(Bus bus) {
        shows("Not allowed", bus, call("look", "refused"), "wrong");
        assertThat(gateway.runs("look", "refused")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Caller gone")
    void callerGone(Bus bus) {
        BusSide side = sides.get(bus);
        long letters = side.dead();
        try (FaultWatch watch = new FaultWatch("Caller gone", bus, true, gateway)) {
            side.askAndLeave(call("look", "left" + bus), "X-API-Key", "test");
            watch.after(side, 1, letters);
            watch.caller(side.next(BusSide.QUIET));
        }
        assertThat(gateway.runs("look", "left" + bus)).isEqualTo(1);
    }

    /** Shows the cells for a message that names a place for its answer, and for another that names none. */
    private void shows(String fault, Bus bus, String body, String key) {
        BusSide side = sides.get(bus);
        long letters = side.dead();
        try (FaultWatch watch = new FaultWatch(fault, bus, true, gateway)) {
            side.ask(body, "asked", "X-API-Key", key);
            BusSide.Answer answer = side.next();
            assertThat(answer.id()).isEqualTo("asked");
            watch.caller(answer).after(side, 1, letters);
        }
        letters = side.dead();
        try (FaultWatch watch = new FaultWatch(fault, bus, false, gateway)) {
            side.tell(body, "X-API-Key", key);
            watch.after(side, 1, letters);
        }
        assertThat(side.next(BusSide.QUIET)).isNull();
    }
}
