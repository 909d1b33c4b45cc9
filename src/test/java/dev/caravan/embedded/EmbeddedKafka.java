package dev.caravan.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** Apache Kafka, with one broker that is also the controller. It creates topics with four partitions at their first use. */
final class EmbeddedKafka implements EmbeddedServer {

    private static final int NODE = 1;

    private KafkaRaftServer server;
    private int port;

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        int controller = new FreePorts().getAsInt();
        String log = directory.resolve("log").toString();
        if (!directory.resolve("log").resolve("meta.properties").toFile().exists()) {
            new Formatter().setNodeId(NODE).setClusterId(Uuid.randomUuid().toString()).setDirectories(List.of(log))
                    .setMetadataLogDirectory(log)
                    .setControllerListenerName("CONTROLLER").setPrintStream(new PrintStream(OutputStream.nullOutputStream())).run();
        }
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", String.valueOf(NODE));
        settings.put("controller.quorum.voters", NODE + "@127.0.0.1:" + controller);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", log);
        settings.put("num.partitions", "4");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("log.cleaner.dedupe.buffer.size", "2000000"); // instead of 128 MB
        server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        server.startup();
    }

    @Override
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.bus.kafka.enabled", "true", "caravan.bus.kafka.bootstrap-servers", address());
    }

    @Override
    public void stop() {
        server.shutdown();
        server.awaitShutdown();
    }
}
