package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guide's table of faults, for brokers and a store that go and come back while a message is worked on. */
@Tag("nightly")
class OutageFaultsTest {

    private EmbeddedServers servers;

    @BeforeEach
    void takeServers() {
        servers = SharedServers.apart("bus-faults");
    }

    @AfterEach
    void stopServers() {
        servers.close();
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Broker gone")
    void brokerGone(Bus bus) throws Exception {
        servers.start(List.of(bus.server()));
        ServerHandle broker = servers.get(bus.server());
        try (BusSide side = bus.open(broker.address(), "outage");
                BusGateway gateway = new BusGateway(BusGateway.counts(), side.settings())) {
            side.ask(call("look", "before"), "before");
            assertThat(side.next().body()).contains("look before for local");
            try (FaultWatch watch = new FaultWatch("Broker gone", bus, true, gateway)) {
                side.ask(call("look_very_slowly", "kept"), "kept");
                await().atMost(BusSide.PATIENCE).until(() -> gateway.runs("look_very_slowly", "kept") == 1);
                broker.stop();
                watch.during();
                broker.start();
                side.reconnect();
                watch.during(side, 1);
                gateway.release();

                BusSide.Answer answer = side.next();

                assertThat(answer.id()).isEqualTo("kept");
                watch.caller(answer).after(side, 1, 0);
                assertThat(watch.log().split("JMS broker unreachable", -1)).hasSize(bus == Bus.JMS ? 2 : 1);
                assertThat(side.next(BusSide.QUIET)).isNull();
            }
        }
    }

    /** Its broker gives the message again; the call has run and isn't run again. */
    @ParameterizedTest
    @EnumSource
    void aChangeThatEndsWhileTheBrokerIsGoneRunsOnceAndIsAnswered(Bus bus) throws Exception {
        servers.start(List.of(bus.server(), ServerKind.POSTGRESQL));
        ServerHandle broker = servers.get(bus.server());
        try (BusSide side = bus.open(broker.address(), "outage");
                BusGateway gateway = new BusGateway(BusGateway.counts(), withStore(side))) {
            awaitStore(gateway);
            side.ask(call("change_very_slowly", "kept"), "kept");
            await().atMost(BusSide.PATIENCE).until(() -> gateway.runs("change_very_slowly", "kept") == 1);
            broker.stop();
            gateway.release();
            await().atMost(BusSide.PATIENCE).until(() -> gateway.handled() == 1);
            broker.start();
            side.reconnect();

            assertThat(side.next().body()).contains("change_very_slowly kept for local");
            assertThat(side.next(BusSide.QUIET)).isNull();
            assertThat(gateway.runs("change_very_slowly", "kept")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Store gone")
    void storeGone(Bus bus) {
        servers.start(List.of(bus.server(), ServerKind.POSTGRESQL));
        ServerHandle store = servers.get(ServerKind.POSTGRESQL);
        try (BusSide side = bus.open(servers.get(bus.server()).address(), "outage");
                BusGateway gateway = new BusGateway(BusGateway.counts(), withStore(side))) {
            awaitStore(gateway);
            side.ask(call("change", "before"), "before");
            assertThat(side.next().body()).contains("change before for local");
            try (FaultWatch watch = new FaultWatch("Store gone", bus, true, gateway)) {
                store.stop();
                side.ask(call("change", "kept"), "kept");
                watch.during(side, 1);
                assertThat(gateway.runs("change", "kept")).isZero();
                store.start();

                BusSide.Answer answer = side.next();

                assertThat(answer.body()).contains("change kept for local");
                watch.caller(answer).after(side, 1, 0);
                assertThat(side.next(BusSide.QUIET)).isNull();
                assertThat(gateway.runs("change", "kept")).isEqualTo(1);
            }
        }
    }

    private List<String> withStore(BusSide side) {
        List<String> settings = new ArrayList<>(side.settings());
        servers.get(ServerKind.POSTGRESQL).properties().forEach((key, value) -> {
            if (key.startsWith("caravan.store.")) {
                settings.add(key.substring("caravan.".length()) + "=" + value);
            }
        });
        return settings;
    }

    private static void awaitStore(BusGateway gateway) {
        await().atMost(BusSide.PATIENCE).ignoreExceptions().until(
                () -> gateway.bean(Store.class).run(jdbc -> jdbc.sql("select count(*) from key_value").query(Integer.class).single()) >= 0);
    }
}
