package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message that gateways die of becomes a dead letter after some deliveries. */
@Tag("nightly")
class DeadlyMessageTest extends BothBrokersTest {

    private static final int MOST = 3;

    /** Artemis may count a death twice: for the consumer that had the message, and for one that waited beside it. */
    @ParameterizedTest
    @EnumSource
    @Fault("Deadly message")
    void messageThatKillsGatewaysBecomesADeadLetter(Bus bus) throws Exception {
        List<String> settings = settings(false, "bus.max-deliveries=" + MOST);
        try (BusSide side = bus.open(name); FaultWatch watch = new FaultWatch("Deadly message", bus, true)) {
            side.ask(call("look_very_slowly", name), "deadly");
            int deaths = 0;
            while (side.dead() == 0) {
                int before = deaths;
                int operations = FreePorts.pick();
                try (ChildJvm killed = killable(settings, operations)) {
                    await().atMost(LONG).until(() -> runs("look_very_slowly") > before || side.dead() == 1);
                    if (side.dead() == 0) {
                        watch.during(side, 1);
                    } else {
                        BusSide.Answer answer = side.next();
                        assertThat(answer.id()).isEqualTo("deadly");
                        watch.survivor(path -> BusGateway.operations(operations, path)).caller(answer).logged(killed.printed())
                                .after(side, 1, 0);
                    }
                    killed.kill();
                    deaths = (int) runs("look_very_slowly");
                    assertThat(deaths).isEqualTo(side.dead() == 1 ? before : before + 1);
                }
            }
            assertThat(deaths).as("how many died of it").isBetween(bus == Bus.JMS ? 2 : MOST, MOST);
            assertThat(side.reason(LONG)).matches("The message was delivered [3-6] times without an answer");
            try (BusGateway last = new BusGateway(counts, settings)) {
                side.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "after");
                assertThat(side.next().id()).isEqualTo("after");
                assertThat(runs("look_very_slowly")).isEqualTo(deaths);
            }
        }
    }
}
