package dev.caravan.bus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Senders on Node, by AMQP (rhea), STOMP (stompjs) and Kafka (kafkajs): each request runs once and is answered once, with its id. */
@Tag("nightly")
class NodeSendersTest extends JmsGatewayTest {

    private static final Path PACKAGES = Path.of("src/test/bus");
    private static final int COUNT = 40;

    @Test
    void amqpIsAnsweredWithTheCorrelationIdElseTheMessageId() throws Exception {
        JsonNode answers = ask("amqp", broker, QUEUE);

        List<String> ids = IntStream.range(0, COUNT).mapToObj(i -> i % 5 == 4 ? "own-" + i : switch (i % 4) {
            case 0 -> "text-" + i;
            case 1 -> String.valueOf(i);
            case 2 -> String.format("%02x", i).repeat(16);
            default -> String.format("00ff%02x", i);
        }).toList();
        areAnswered(answers, ids, "change", gateway);
    }

    @Test
    void amqpMayNameAQueue() throws Exception {
        JsonNode answers = ask("amqp", broker, QUEUE, "caravan.answers.amqp");

        assertThat(answers).hasSize(COUNT);
    }

    @Test
    void stompNamesAQueueByItsPlainName() throws Exception {
        JsonNode answers = ask("stomp", broker, QUEUE, "caravan.answers.stomp");

        areAnswered(answers, IntStream.range(0, COUNT).mapToObj(i -> "c-" + i).toList(), "look", gateway);
    }

    @Test
    void kafkaIsAnsweredAtTheTopicOfItsHeader() throws Exception {
        String servers = SharedServers.get(ServerKind.KAFKA).address();
        try (BusGateway kafka = new BusGateway(COUNTS, List.of("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + servers,
                "bus.kafka.topic=node", "bus.kafka.group-id=node"))) {
            JsonNode answers = ask("kafka", servers, "node", "caravan.answers.node");

            areAnswered(answers, IntStream.range(0, COUNT).mapToObj(i -> "c-" + i).toList(), "look", kafka);
        }
    }

    private static void areAnswered(JsonNode answers, List<String> ids, String tool, BusGateway gateway) {
        List<String> seen = new ArrayList<>();
        answers.fieldNames().forEachRemaining(seen::add);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
        String protocol = answers.get(ids.get(0)).get(0).asText().replaceAll("(?s).*" + tool + " (\\w+)-0 for.*", "$1");
        for (int i = 0; i < COUNT; i++) {
            assertThat(answers.get(ids.get(i))).as(ids.get(i)).hasSize(1);
            assertThat(answers.get(ids.get(i)).get(0).asText()).contains(tool + " " + protocol + "-" + i + " for local");
            assertThat(gateway.runs(tool, protocol + "-" + i)).as(protocol + i).isEqualTo(1);
        }
    }

    private static JsonNode ask(String protocol, String address, String queue, String... reply) throws Exception {
        Needs.npm(PACKAGES);
        List<String> command = new ArrayList<>(List.of("node", "ask.mjs", protocol, address, queue, String.valueOf(COUNT)));
        command.addAll(List.of(reply));
        Path output = Files.createTempFile("node", ".log");
        Process node = new ProcessBuilder(command).directory(PACKAGES.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        boolean ended = node.waitFor(60, SECONDS);
        node.destroy();
        assertThat(ended && node.exitValue() == 0).as(Files.readString(output)).isTrue();
        return McpClient.JSON.readTree(Files.readAllLines(output).stream().reduce((first, last) -> last).orElseThrow()).get("answers");
    }
}
