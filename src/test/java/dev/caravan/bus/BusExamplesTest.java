package dev.caravan.bus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three examples of the guide run as they stand there. */
@Tag("full")
class BusExamplesTest extends JmsGatewayTest {

    private static final Path ROUTE = Path.of("src/test/resources/bus/orders.camel.yaml");

    @Test
    void jmsTemplateAsksAndReceives() throws Exception {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker)) {
            String answer = new JmsTemplateExample(factory, QUEUE).call("change", "{\"word\":\"template\"}");

            assertThat(BusMessages.said(McpClient.JSON.readTree(answer))).isEqualTo("change template for local");
        }
    }

    @Test
    void aRouteOfAnotherApplicationGoesOnWithTheAnswer() throws Exception {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker);
                DefaultCamelContext other = new DefaultCamelContext()) {
            Properties settings = new Properties();
            settings.put("requests", QUEUE);
            other.getPropertiesComponent().setInitialProperties(settings);
            other.getRegistry().bind("broker", factory);
            PluginHelper.getRoutesLoader(other).loadRoutes(ResourceHelper.fromString("orders.camel.yaml", Files.readString(ROUTE)));
            other.start();

            assertThat(other.createProducerTemplate().requestBody("direct:order-placed", "seven", String.class))
                    .isEqualTo("The tool says: look seven for local");
        }
    }

    @Test
    void amqpOfNodeAsksAndReceives() throws Exception {
        Needs.npm(Path.of("src/test/bus"));
        URI address = URI.create(broker);
        Process node = new ProcessBuilder("node", "example.mjs", address.getHost(), String.valueOf(address.getPort()), QUEUE, "node")
                .directory(Path.of("src/test/bus").toFile()).redirectErrorStream(true).start();
        try {
            assertThat(new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("look node for local\n");
            assertThat(node.waitFor(60, SECONDS)).isTrue();
        } finally {
            node.destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/test/resources/bus/orders.camel.yaml", "src/test/bus/example.mjs",
        "src/test/java/dev/caravan/bus/JmsTemplateExample.java"})
    void theGuideShowsTheFile(String file) throws Exception {
        String text = Files.readString(Path.of(file));
        String shown = file.endsWith(".java") ? text.substring(text.indexOf("    String call"), text.lastIndexOf('}')).indent(-4) : text;
        assertThat(Files.readString(Path.of("src/site/markdown/guides/bus.md"))).contains(shown);
    }
}
