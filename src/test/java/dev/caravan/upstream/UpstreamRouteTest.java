package dev.caravan.upstream;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** An operator's route calls a tool of another MCP server. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@DirtiesContext
class UpstreamRouteTest {

    private static final int PORT = GatewayTest.freePort();

    private final McpClient client = new McpClient(PORT);

    @Autowired
    private CamelContext context;

    @Autowired
    private UpstreamHealth health;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        List<String> command = ScriptedServer.command();
        registry.add("caravan.upstream.servers.scripted.command", () -> command.get(0));
        for (int i = 1; i < command.size(); i++) {
            int word = i;
            registry.add("caravan.upstream.servers.scripted.args[" + (i - 1) + "]", () -> command.get(word));
        }
        registry.add("caravan.upstream.servers.scripted.timeout", () -> "2s");
        registry.add("caravan.upstream.servers.gone.command", () -> "/no/such/command");
    }

    @AfterEach
    void withdraw() throws Exception {
        context.getRouteController().stopRoute("relay");
        context.removeRoute("relay");
    }

    @Test
    void theResultIsTheBody() throws Exception {
        relay("upstream:scripted?tool=echo");
        JsonNode envelope = client.envelope("relay", object("{\"word\":\"北京\"}"));
        assertThat(envelope.at("/data/structuredContent/word").asText()).isEqualTo("北京");
        assertThat(health.health().getDetails().get("scripted").toString()).contains("state=connected", "server=scripted 1", "transport=stdio");
    }

    @Test
    void aToolThatFailsFailsTheStepUnlessToldNotTo() throws Exception {
        relay("upstream:scripted?tool=fail");
        JsonNode envelope = client.envelope("relay", object("{\"word\":\"w\"}"));
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText()).isEqualTo("The tool fail of the upstream server scripted failed: the index is broken");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}"), "Accept-Language", "zh-CN").at("/error/message").asText()).contains("上游服务器 scripted");
        withdraw();

        relay("upstream:scripted?tool=fail&failOnToolError=false");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/data/isError").booleanValue()).isTrue();
    }

    @Test
    void aServerThatIsLateOrGoneOrUnknownIsUpstreamError() throws Exception {
        relay("upstream:scripted?tool=silent");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("2000 ms");
        withdraw();
        relay("upstream:nobody?tool=echo");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("nobody").contains("upstream.yaml");
        withdraw();
        relay("upstream:gone?tool=echo");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("can't be started");
        Health seen = await().atMost(3, SECONDS).until(health::health, now -> now.getStatus().getCode().equals("DEGRADED"));
        assertThat(seen.getDetails().get("gone").toString()).contains("state=failed", "problem=it can't be started", "nextTry=");
    }

    @Test
    void aStepWithoutAToolIsRefused() throws Exception {
        relay("upstream:scripted?tool=echo");
        assertThatThrownBy(() -> load("other", "upstream:scripted")).rootCause().hasMessageContaining("needs the option tool");
    }

    private void relay(String uri) throws Exception {
        load("relay", uri);
    }

    private void load(String id, String uri) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString(id + ".camel.yaml", """
                - route:
                    id: %s
                    from:
                      uri: ai-tool:%s
                      parameters:
                        parameter.word: string
                      steps:
                        - to: "%s"
                """.formatted(id, id, uri)));
    }
}
