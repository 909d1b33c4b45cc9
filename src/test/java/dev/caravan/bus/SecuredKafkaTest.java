package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.FreePorts;
import dev.caravan.security.Identity;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Kafka with TLS and passwords (SASL_SSL, PLAIN), by the settings of a file; and a header of a trusted interceptor names the caller. */
@Tag("full")
class SecuredKafkaTest {

    /** SHA-256 of "test". */
    private static final String TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @TempDir
    Path folder;

    private final int port = FreePorts.pick();

    @Test
    void recordsRunOverTlsAndPasswords() throws Exception {
        Identity identity = Identity.make(folder, "broker", "RSA");
        KafkaRaftServer server = server();
        Properties client = new Properties();
        client.putAll(Map.of("security.protocol", "SASL_SSL", "sasl.mechanism", "PLAIN", "ssl.truststore.type", "PEM",
                "ssl.truststore.location", identity.certificateFile().toString(), "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"gateway\" password=\"gateway-secret\";"));
        Path file = folder.resolve("kafka.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            client.store(out, null);
        }
        client.putAll(Map.of("bootstrap.servers", "127.0.0.1:" + port, "group.id", "answers", "auto.offset.reset", "earliest"));
        try (BusGateway gateway = new BusGateway(BusGateway.counts(), List.of("bus.kafka.enabled=true",
                "bus.kafka.bootstrap-servers=127.0.0.1:" + port, "bus.kafka.properties-file=" + file, "bus.user-header=principal",
                "bus.users.orders=test", "security.mode=api-key", "security.keys[0].name=reports", "security.keys[0].sha256=" + TEST,
                "security.keys[0].scopes=tools:call"));
                KafkaProducer<String, String> producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
                KafkaConsumer<String, String> answers = new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
            ProducerRecord<String, String> request = new ProducerRecord<>("caravan.requests", call("look", "secured"));
            request.headers().add("kafka_replyTopic", "caravan.answers.secured".getBytes(StandardCharsets.UTF_8));
            request.headers().add("principal", "orders".getBytes(StandardCharsets.UTF_8));
            producer.send(request).get();
            answers.subscribe(List.of("caravan.answers.secured"));
            long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
            String answer = null;
            while (answer == null && System.nanoTime() < end) {
                for (ConsumerRecord<String, String> record : answers.poll(Duration.ofMillis(200))) {
                    answer = record.value();
                }
            }

            assertThat(answer).contains("look secured for reports");
            assertThat(gateway.operations("/actuator/health")).doesNotContain("gateway-secret");
        } finally {
            server.shutdown();
            server.awaitShutdown();
        }
    }

    private KafkaRaftServer server() throws Exception {
        int controller = FreePorts.pick();
        String log = folder.resolve("log").toString();
        new Formatter().setNodeId(1).setClusterId(Uuid.randomUuid().toString()).setDirectories(List.of(log)).setMetadataLogDirectory(log)
                .setControllerListenerName("CONTROLLER").setPrintStream(new PrintStream(OutputStream.nullOutputStream())).run();
        Properties settings = new Properties();
        settings.putAll(Map.of("process.roles", "broker,controller", "node.id", "1", "controller.listener.names", "CONTROLLER",
                "controller.quorum.voters", "1@127.0.0.1:" + controller, "log.dirs", log, "listener.security.protocol.map",
                "SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT", "inter.broker.listener.name", "SASL_SSL",
                "listeners", "SASL_SSL://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "advertised.listeners", "SASL_SSL://127.0.0.1:" + port));
        settings.putAll(Map.of("sasl.enabled.mechanisms", "PLAIN", "sasl.mechanism.inter.broker.protocol", "PLAIN",
                "listener.name.sasl_ssl.plain.sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule required "
                        + "username=\"gateway\" password=\"gateway-secret\" user_gateway=\"gateway-secret\";",
                "ssl.keystore.location", folder.resolve("broker.p12").toString(), "ssl.keystore.password", "changeit",
                "ssl.truststore.location", folder.resolve("broker.crt").toString(), "ssl.truststore.type", "PEM",
                "offsets.topic.replication.factor", "1", "offsets.topic.num.partitions", "1", "group.initial.rebalance.delay.ms", "0"));
        settings.putAll(Map.of("transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1",
                "log.cleaner.dedupe.buffer.size", "2000000", "ssl.keystore.type", "PKCS12"));
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        server.startup();
        return server;
    }
}
