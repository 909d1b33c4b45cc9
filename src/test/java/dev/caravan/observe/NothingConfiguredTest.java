package dev.caravan.observe;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway with the repository's routes and no settings of its own has no clients, threads or models of what isn't configured. */
@Tag("nightly")
class NothingConfiguredTest {

    /** Of each there is an object as soon as one client, broker connection, pool, exporter or model is made. */
    private static final List<String> CLASSES = List.of("org.apache.kafka.", "org.apache.camel.component.kafka.KafkaComponent\n",
            "org.apache.camel.component.jms.JmsComponent\n",
            "org.apache.activemq.artemis.", "org.springframework.jms.", "io.opentelemetry.sdk.", "com.zaxxer.hikari.pool.",
            "org.opensearch.client.",
            "io.modelcontextprotocol.client.", "com.mongodb.client.internal.", "org.neo4j.driver.internal.",
            "io.github.resilience4j.circuitbreaker.internal.",
            "ai.onnxruntime.", "ai.djl.", "dev.langchain4j.", "org.treesitter.", "org.apache.catalina.",
            "org.apache.tomcat.");
    private static final List<String> THREADS = List.of("kafka", "jms", "activemq", "artemis", "opentelemetry", "batchspan", "hikari",
            "onnx", "http-nio", "tomcat", "cluster-clusterid", "neo4jdriver", "preparation");

    @Test
    void unconfiguredPartsAreNotCreated() throws Exception {
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, "--caravan.http.port=" + FreePorts.pick(), "--server.port=0",
                "--caravan.routes.directory=" + Path.of("routes").toAbsolutePath()).untilItPrints("Caravan is ready")) {
            String objects = classes(jcmd(gateway, "GC.class_histogram"));
            String threads = names(jcmd(gateway, "Thread.print"));

            assertThat(objects).as("what a gateway has").contains("dev.caravan.routes.RouteReloader", "\nio.undertow.Undertow\n");
            assertThat(threads).contains("routes-watch", "xnio");
            assertThat(CLASSES).noneMatch(name -> objects.contains("\n" + name));
            assertThat(THREADS).noneMatch(threads::contains);

            gateway.terminate();
            assertThat(gateway.printed()).as("the end of the log").containsOnlyOnce("Caravan stops");
        }
    }

    /** The fourth word of each line is the class; arrays are left out. */
    private static String classes(String histogram) {
        return histogram.lines().map(line -> line.strip().split("\\s+")).filter(words -> words.length >= 4 && !words[3].startsWith("["))
                .map(words -> words[3] + "\n").collect(Collectors.joining("\n", "\n", ""));
    }

    /** Lines begin with the thread's name. */
    private static String names(String dump) {
        return String.join("\n", dump.lines().filter(line -> line.startsWith("\""))
                .map(line -> line.substring(1, line.indexOf('"', 1)).toLowerCase(Locale.ROOT)).toList());
    }

    private static String jcmd(ChildJvm gateway, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(gateway.process().pid())));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, SECONDS)).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
