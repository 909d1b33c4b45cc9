package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Kamelet finds its component in a jar of {@code lib/ext}; without the jar, the health names its coordinates. */
@Tag("nightly")
class ExtensionJarsTest {

    private static final String COMPONENT = """
            package shout;
            import java.util.Map;
            import org.apache.camel.*;
            import org.apache.camel.support.*;
            public class ShoutComponent extends DefaultComponent {
                protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
                    return new DefaultEndpoint(uri, this) {
                        public Producer createProducer() {
                            return new DefaultProducer(this) {
                                public void process(Exchange exchange) {
                                    exchange.getMessage().setBody(exchange.getMessage().getBody(String.class).toUpperCase());
                                }
                            };
                        }
                        public Consumer createConsumer(Processor processor) {
                            throw new UnsupportedOperationException();
                        }
                    };
                }
            }
            """;
    private static final String KAMELET = """
            kind: Kamelet
            metadata: {name: shout-action, labels: {camel.apache.org/kamelet.type: action}}
            spec:
              definition: {title: Shout, description: Shouts.}
              dependencies: ["camel:shout"]
              template:
                from:
                  uri: kamelet:source
                  steps:
                    - to: "shout:loud"
            """;

    private final ClassLoader former = Thread.currentThread().getContextClassLoader();
    private final Path folder = TemporaryFolder.make("ext");
    private final Path kamelets = TemporaryFolder.make("ext-kamelets");

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(former);
    }

    @Test
    void aKameletUsesAComponentOfAJar() throws IOException {
        ExtensionJars.load(folder.resolve("none"));
        ExtensionJars.load(folder);
        assertThat(Thread.currentThread().getContextClassLoader()).as("without jars").isSameAs(former);
        try (OwnGateway gateway = offering().start()) {
            assertThat(gateway.camel().hasComponent("kamelet")).as("no Kamelet is active").isNull();
            assertThat(health(gateway)).contains("shout.yaml:1: the Kamelet shout-action needs jars", "no component shout",
                    "org.apache.camel:camel-shout:4.17.0");
        }

        pack();
        ExtensionJars.load(folder);
        try (OwnGateway gateway = offering().start()) {
            assertThat(gateway.client().envelope("shout", McpClient.object("{\"body\":\"hello\"}")).get("data").asText())
                    .isEqualTo("HELLO");
        }
    }

    private OwnGateway.Builder offering() throws IOException {
        OwnGateway.Builder builder = OwnGateway.withEntries().set("kamelets.directory", kamelets);
        Path own = Files.createDirectories(builder.routes().resolve("kamelets"));
        Files.copy(Path.of("routes/kamelets/kamelet-routes.camel.yaml"), own.resolve("kamelet-routes.camel.yaml"));
        Files.writeString(own.resolve("shout-action.kamelet.yaml"), KAMELET);
        Files.writeString(kamelets.resolve("shout.yaml"), "kamelet: shout-action\n");
        return builder;
    }

    private static String health(OwnGateway gateway) {
        return gateway.application().getBean("sourcesHealthIndicator", org.springframework.boot.actuate.health.HealthIndicator.class)
                .health().toString();
    }

    private void pack() throws IOException {
        Path work = TemporaryFolder.make("shout");
        Path source = Files.writeString(Files.createDirectories(work.resolve("shout")).resolve("ShoutComponent.java"), COMPONENT);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-cp", System.getProperty("java.class.path"),
                "-d", work.toString(), source.toString())).isZero();
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("camel-shout.jar")))) {
            add(jar, "META-INF/services/org/apache/camel/component/shout", "class=shout.ShoutComponent".getBytes(StandardCharsets.UTF_8));
            add(jar, "META-INF/maven/org.apache.camel/camel-shout/pom.xml", new byte[0]);
            for (Path each : List.of(work.resolve("shout/ShoutComponent.class"), work.resolve("shout/ShoutComponent$1.class"),
                    work.resolve("shout/ShoutComponent$1$1.class"))) {
                add(jar, "shout/" + each.getFileName(), Files.readAllBytes(each));
            }
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }
}
