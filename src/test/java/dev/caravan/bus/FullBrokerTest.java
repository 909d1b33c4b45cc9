package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Brokers that page, or that let producers wait: each message runs once and is answered once. */
@Tag("nightly")
class FullBrokerTest {

    private static final int PAGED = 500;
    private static final int BLOCKED = 100;

    private final Path counts = BusGateway.counts();
    private final String name = "full-" + System.nanoTime();

    @Test
    void pagedRequestsRunOnceEach() throws Exception {
        try (BusSide side = Bus.JMS.open(name); JmsClient operator = operator(name)) {
            BrokerSettings.limit(operator, name, 20_000, "PAGE");
            for (int i = 0; i < PAGED; i++) {
                side.ask(call("change", "m" + i), "m" + i);
            }
            assertThat(BrokerSettings.pages(operator, name)).as("pages of the broker").isGreaterThan(5);
            try (BusGateway gateway = new BusGateway(counts, side.settings())) {
                areAnswered(side, PAGED);
            }
        }
    }

    @Test
    void deadLettersWaitForRoomWhileOtherMessagesGoOn() throws Exception {
        try (BusSide side = Bus.JMS.open(name); JmsClient letters = operator(name + "-dead")) {
            BrokerSettings.limit(letters, name + "-dead", 20_000, "BLOCK");
            letters.tell("x".repeat(30_000));
            try (BusGateway gateway = new BusGateway(counts, side.settings())) {
                side.tell("{nonsense");
                side.ask(call("look", "other"), "other");
                assertThat(side.next().body()).contains("look other for local");
                assertThat(side.held()).isEqualTo(1);
                assertThat(side.reason(BusSide.PATIENCE)).as("what filled it").isNull();
                assertThat(side.reason(BusSide.PATIENCE)).startsWith("Parse error");
                await().atMost(BusSide.PATIENCE).until(() -> side.held() == 0);
            }
        }
    }

    /** A quota lets the producers of the gateway wait. */
    @Test
    void answersWaitForTheQuotaOfKafka() throws Exception {
        try (KafkaSide side = (KafkaSide) Bus.KAFKA.open(name); BusGateway gateway = new BusGateway(counts, side.settings())) {
            quota(side, 5_000.0);
            try {
                for (int i = 0; i < BLOCKED; i++) {
                    side.ask(call("look", "m" + i), "m" + i);
                }
                areAnswered(side, BLOCKED);
            } finally {
                quota(side, null);
            }
        }
    }

    /** A topic that takes only small records is the full queue of Kafka. */
    @Test
    void aDeadLetterThatKafkaRefusesIsLoggedAndItsSenderIsTold() throws Exception {
        try (KafkaSide side = (KafkaSide) Bus.KAFKA.open(name);
                GatewayLog log = GatewayLog.record();
                BusGateway gateway = new BusGateway(counts, side.settings())) {
            side.admin().incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, name + "-dead"), List.of(
                    new AlterConfigOp(new ConfigEntry("max.message.bytes", "1000"), AlterConfigOp.OpType.SET)))).all().get();
            side.tell("{nonsense" + "x".repeat(5_000));
            log.awaits("can't be sent");
            side.ask(call("look", "other"), "other");
            assertThat(side.next().body()).contains("look other for local");
            assertThat(side.dead()).isZero();
        }
    }

    private static void quota(KafkaSide side, Double bytesPerSecond) throws InterruptedException, ExecutionException {
        side.admin().alterClientQuotas(List.of(new ClientQuotaAlteration(
                new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null)),
                List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond))))).all().get();
    }

    private static JmsClient operator(String queue) {
        return new JmsClient(SharedServers.get(Bus.JMS.server()).address(), queue);
    }

    private void areAnswered(BusSide side, int messages) throws Exception {
        Set<String> answered = new HashSet<>();
        for (int i = 0; i < messages; i++) {
            BusSide.Answer answer = side.next();
            assertThat(answer).as("answer " + i).isNotNull();
            assertThat(answered.add(answer.id())).as(answer.id()).isTrue();
            assertThat(answer.body()).contains(" " + answer.id(), " for local");
        }
        assertThat(side.next(BusSide.QUIET)).isNull();
        await().atMost(BusSide.PATIENCE).until(() -> side.held() == 0);
        assertThat(Files.readAllLines(counts.resolve("runs"))).hasSize(messages).doesNotHaveDuplicates();
    }
}
