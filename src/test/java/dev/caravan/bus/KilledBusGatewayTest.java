package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another gateway answers the messages that a killed gateway had begun, and runs nothing twice that changes something. */
@Tag("nightly")
class KilledBusGatewayTest extends BothBrokersTest {

    /** It has received the message, which waits for the rate of its sender, who has used it up over the other bus. */
    @ParameterizedTest
    @EnumSource
    @Fault("Gateway killed before the call")
    void killedBeforeTheCall(Bus bus) throws Exception {
        int operations = FreePorts.pick();
        try (BusSide side = bus.open(name); BusSide otherBus = (bus == Bus.JMS ? Bus.KAFKA : Bus.JMS).open(name);
                FaultWatch watch = new FaultWatch("Gateway killed before the call", bus, true)) {
            try (ChildJvm killed = killable(settings(true, "security.rate-limit.calls=1", "security.rate-limit.per=1h",
                    "security.rate-limit.burst=1"), operations)) {
                otherBus.ask(call("look", name + "-1"), "first", "X-User-Id", "ann");
                assertThat(otherBus.next().id()).isEqualTo("first");
                side.ask(call("change", name), "second", "X-User-Id", "ann");
                await().atMost(LONG).until(() -> BusGateway.operations(operations, "/actuator/health").contains("1 messages wait"));
                watch.during(side, 1);
                killed.kill();
            }
            assertThat(runs("change")).isZero();
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                watch.survivor(other::operations).caller(side.next()).after(side, 1, 0);
                assertThat(runs("change")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Fault("Gateway killed during the call")
    void killedDuringTheCall(Bus bus) throws Exception {
        try (BusSide side = bus.open(name); FaultWatch watch = new FaultWatch("Gateway killed during the call", bus, true)) {
            try (ChildJvm killed = killable(settings(true))) {
                side.ask(call("change_very_slowly", name), "change");
                side.ask(call("look_very_slowly", name), "look");
                await().atMost(LONG).until(() -> runs("change_very_slowly") + runs("look_very_slowly") == 2);
                watch.during(side, 2);
                killed.kill();
            }
            BusGateway.release(counts);
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                Map<String, BusSide.Answer> answers = new HashMap<>();
                for (int i = 0; i < 2; i++) {
                    BusSide.Answer answer = side.next();
                    answers.put(answer.id(), answer);
                }
                watch.survivor(other::operations).caller(answers.get("change")).after(side, 2, 0);
                assertThat(answers.get("change").body()).contains("\"error\"");
                assertThat(answers.get("look").body()).contains("look_very_slowly " + name + " for local");
                assertThat(runs("change_very_slowly")).isEqualTo(1);
                assertThat(runs("look_very_slowly")).isEqualTo(2);
                assertThat(side.next(BusSide.QUIET)).isNull();
            }
        }
    }

    /** Its answer finds no room at the broker: the queue for answers is full, or its partition is not there yet. */
    @ParameterizedTest
    @EnumSource
    @Fault("Gateway killed after the call")
    void killedAfterTheCall(Bus bus) throws Exception {
        try (BusSide side = bus.open(name); FaultWatch watch = new FaultWatch("Gateway killed after the call", bus, true);
                JmsClient operator = new JmsClient(jms, "caravan.answers." + name)) {
            try (ChildJvm killed = killable(settings(true))) {
                if (side instanceof KafkaSide kafka) {
                    kafka.askAt(5, call("change", name), "c");
                } else {
                    BrokerSettings.limit(operator, "caravan.answers." + name, 20_000, "BLOCK");
                    operator.tell("x".repeat(30_000));
                    side.ask(call("change", name), "c");
                }
                await().atMost(LONG).until(() -> runs("change") == 1 && isStored());
                watch.during(side, 1);
                killed.kill();
            }
            if (side instanceof KafkaSide kafka) {
                // the answers' topic may still be being created
                await().atMost(LONG).ignoreException(ExecutionException.class).untilAsserted(
                        () -> kafka.admin().createPartitions(Map.of(kafka.answers(), NewPartitions.increaseTo(8))).all().get());
            } else {
                assertThat(side.next().body()).startsWith("xxx");
            }
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                BusSide.Answer answer = side.next();
                assertThat(answer.id()).isEqualTo("c");
                assertThat(answer.body()).contains("change " + name + " for local");
                watch.survivor(other::operations).caller(answer).after(side, 1, 0);
                assertThat(runs("change")).isEqualTo(1);
                assertThat(side.next(BusSide.QUIET)).isNull();
            }
        }
    }

    /** Whether the answer is in the store. */
    private boolean isStored() throws SQLException {
        Map<String, String> store = SharedServers.get(ServerKind.POSTGRESQL).properties();
        try (Connection connection = DriverManager.getConnection(store.get("caravan.store.url"), store.get("caravan.store.username"),
                store.get("caravan.store.password"));
                PreparedStatement query = connection.prepareStatement(
                        "select count(*) from key_value where position(convert_to(?, 'UTF8') in value) > 0")) {
            query.setString(1, "change " + name);
            try (ResultSet count = query.executeQuery()) {
                return count.next() && count.getInt(1) == 1;
            }
        }
    }

    @Test
    void withoutAStoreJmsRedeliversNothingOfAKilledGateway() throws Exception {
        try (JmsClient client = new JmsClient(jms, name)) {
            try (ChildJvm killed = killable(settings(false))) {
                client.send(client.text(call("change_very_slowly", name)), "c", client.answers(), 0);
                await().atMost(LONG).until(() -> runs("change_very_slowly") == 1);
                killed.kill();
            }
            BusGateway.release(counts);
            try (BusGateway other = new BusGateway(counts, settings(false))) {
                assertThat(JmsClient.body(client.next(LONG.toMillis()))).contains(UNKNOWN);
                assertThat(runs("change_very_slowly")).isEqualTo(1);
                assertThat(McpClient.JSON.readTree(client.ask(call("change", name))).at("/result/isError").asBoolean(true)).isFalse();
            }
        }
    }
}
