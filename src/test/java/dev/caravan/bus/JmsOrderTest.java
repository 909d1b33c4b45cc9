package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups, priorities and selectors of JMS: which message runs where, and when. */
@Tag("nightly")
class JmsOrderTest extends JmsGatewayTest {

    private static final Duration SOON = Duration.ofMillis(SOON_MS);

    private final String queue = "order-" + System.nanoTime();
    private final Path counts = BusGateway.counts();

    @AfterEach
    void release() {
        BusGateway.release(counts);
    }

    @Test
    void messagesOfAGroupRunInTheirOrder() throws Exception {
        try (BusGateway one = gateway(); JmsClient caller = new JmsClient(broker, queue)) {
            send(caller, "look_very_slowly", "first", "a");
            send(caller, "look", "other", "b");
            send(caller, "look", "second", "a");

            assertThat(caller.next(SOON_MS).getJMSCorrelationID()).isEqualTo("other");
            assertThat(caller.next(NEVER_MS)).isNull();
            assertThat(one.runs("look", "second")).isZero();

            one.release();

            assertThat(caller.next(SOON_MS).getJMSCorrelationID()).isEqualTo("first");
            assertThat(caller.next(SOON_MS).getJMSCorrelationID()).isEqualTo("second");
        }
    }

    @Test
    void twoGatewaysKeepTheOrderOfEachGroup() throws Exception {
        int groups = 8;
        int each = 20;
        try (BusGateway one = gateway(); BusGateway other = gateway(); JmsClient caller = new JmsClient(broker, queue)) {
            for (int i = 0; i < each; i++) {
                for (int group = 0; group < groups; group++) {
                    send(caller, "change", group + "-" + i, "g" + group);
                }
            }
            for (int i = 0; i < groups * each; i++) {
                assertThat(caller.next(SOON_MS)).as("answer " + i).isNotNull();
            }
            List<String> runs = Files.readAllLines(counts.resolve("runs"));
            assertThat(runs).hasSize(groups * each);
            for (int group = 0; group < groups; group++) {
                String prefix = "change " + group + "-";
                assertThat(runs.stream().filter(run -> run.startsWith(prefix))).containsExactlyElementsOf(
                        IntStream.range(0, each).mapToObj(i -> prefix + i).toList());
            }
        }
    }

    @Test
    void messagesOfAHigherPriorityRunFirst() throws Exception {
        try (BusGateway one = gateway("bus.jms.consumers=1"); JmsClient caller = new JmsClient(broker, queue)) {
            send(caller, "look_very_slowly", "held", null);
            await().atMost(SOON).until(() -> one.runs("look_very_slowly", "held") == 1);
            for (int priority = 0; priority <= 9; priority++) {
                int level = priority;
                caller.with(session -> {
                    Message message = caller.text(call("look", "p" + level));
                    message.setJMSCorrelationID("p" + level);
                    message.setJMSReplyTo(caller.answers());
                    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
                        producer.send(message, jakarta.jms.DeliveryMode.PERSISTENT, level, 0);
                    }
                    return null;
                });
            }
            one.release();
            for (int i = 0; i <= 10; i++) {
                assertThat(caller.next(SOON_MS)).isNotNull();
            }
            List<String> order = new ArrayList<>(List.of("look_very_slowly held"));
            IntStream.rangeClosed(0, 9).mapToObj(i -> "look p" + (9 - i)).forEach(order::add);
            assertThat(Files.readAllLines(counts.resolve("runs"))).isEqualTo(order);
        }
    }

    @Test
    void aSelectorLimitsAGatewayToItsMessages() throws Exception {
        Path ofAsia = BusGateway.counts();
        List<String> settings = new ArrayList<>(settings(queue));
        settings.add("bus.jms.selector=region = 'asia' AND JMSPriority > 2");
        try (BusGateway europe = gateway("bus.jms.selector=region = 'eu'"); BusGateway asia = new BusGateway(ofAsia, settings);
                JmsClient caller = new JmsClient(broker, queue)) {
            for (int i = 0; i < 30; i++) {
                String region = i % 3 == 0 ? "eu" : i % 3 == 1 ? "asia" : "mars";
                caller.send(caller.text(call("change", region + i), "region", region), region + i, caller.answers(), 0);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(caller.next(SOON_MS).getJMSCorrelationID()).doesNotContain("mars");
            }
            assertThat(caller.next(NEVER_MS)).isNull();
            assertThat(Files.readAllLines(counts.resolve("runs"))).hasSize(10).allMatch(run -> run.startsWith("change eu"));
            assertThat(Files.readAllLines(ofAsia.resolve("runs"))).hasSize(10).allMatch(run -> run.startsWith("change asia"));
            for (int i = 0; i < 10; i++) {
                assertThat(caller.take(queue, SOON_MS)).as("which no gateway takes").isNotNull();
            }
            assertThat(caller.take(queue, NEVER_MS)).isNull();
        }
    }

    private BusGateway gateway(String... more) {
        List<String> settings = new ArrayList<>(settings(queue));
        settings.addAll(List.of(more));
        return new BusGateway(counts, settings);
    }

    private static void send(JmsClient caller, String tool, String word, String group) {
        String[] headers = group == null ? new String[0] : new String[] {"JMSXGroupID", group};
        caller.send(caller.text(call(tool, word), headers), word, caller.answers(), 0);
    }
}
