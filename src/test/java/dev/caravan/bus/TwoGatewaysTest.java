package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guide's table of faults, for two gateways that share a queue or a topic. */
@Tag("nightly")
class TwoGatewaysTest {

    private static final int MESSAGES = 60;

    @ParameterizedTest
    @EnumSource
    @Fault("Two gateways")
    void eachMessageIsAnsweredByOneOfThem(Bus bus) {
        Path counts = BusGateway.counts();
        try (BusSide side = bus.open("two-" + System.nanoTime());
                BusGateway one = new BusGateway(counts, side.settings());
                BusGateway other = new BusGateway(counts, side.settings())) {
            try (FaultWatch watch = new FaultWatch("Two gateways", bus, true, one, other)) {
                for (int i = 0; i < MESSAGES; i++) {
                    side.ask(call("look", "m" + i), "m" + i);
                }
                Set<String> answered = new HashSet<>();
                for (int i = 0; i < MESSAGES; i++) {
                    BusSide.Answer answer = side.next();
                    watch.caller(answer);
                    assertThat(answer.body()).contains("look " + answer.id() + " for local");
                    assertThat(answered.add(answer.id())).as(answer.id()).isTrue();
                }
                watch.after(side, MESSAGES, 0);
                assertThat(side.next(BusSide.QUIET)).isNull();
            }
            assertThat(one.handled() + other.handled()).isEqualTo(MESSAGES);
        }
    }
}
