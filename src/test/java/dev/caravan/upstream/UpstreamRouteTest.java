package dev.caravan.upstream;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.util.ArrayList;
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
@WithServers(ServerKind.MEDICAL)
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
        registry.add("caravan.upstream.servers.self.url", () -> "http://127.0.0.1:" + PORT + "/mcp");
        registry.add("caravan.mcp.page-size", () -> "3");
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
    void theToolsOfAServerAreTheBodyWhateverPagesItSendsThemIn() throws Exception {
        relay("upstream:self?operation=listTools");
        List<JsonNode> pages = new ArrayList<>();
        String cursor = null;
        do {
            pages.add(client.legacy("2025-11-25", "tools/list", cursor == null ? object("{}") : object("{}").put("cursor", cursor), "ListToolsResult").result());
            cursor = pages.get(pages.size() - 1).path("nextCursor").textValue();
        } while (cursor != null);
        ArrayNode tools = McpClient.JSON.createArrayNode();
        pages.forEach(page -> tools.addAll((ArrayNode) page.get("tools")));

        JsonNode listed = client.envelope("relay", object("{\"word\":\"w\"}")).at("/data/tools");

        assertThat(pages).hasSizeGreaterThan(3);
        assertThat(listed).hasSameSizeAs(tools);
        assertThat(listed.toString()).contains("\"relay\"").isEqualTo(tools.toString());
    }

    @Test
    void theExampleOfTheQuickStartIsAServerOfThatName() throws Exception {
        relay("upstream:medical?tool=generate_disease_treatment_plan",
                "- setBody: {simple: '{\"disease_id\": \"${body[word]}\", \"severity\": \"mild\", \"include_drugs\": \"true\"}'}\n"
                        + " ".repeat(8) + "- unmarshal: {json: {unmarshalType: java.util.Map}}");
        JsonNode result = client.envelope("relay", object("{\"word\":\"disease_000004\"}")).get("data");
        assertThat(result.at("/structuredContent/treatment_plan/disease/name").asText()).isEqualTo("偏头痛");
        assertThat(McpClient.JSON.readTree(result.at("/content/0/text").asText())).isEqualTo(result.get("structuredContent"));
        assertThat(client.envelope("relay", object("{\"word\":\"disease_9\"}")).at("/error/message").asText()).contains("medical", "disease_9", "list_diseases");
    }

    @Test
    void theExchangeChoosesServerToolAndLimitForOneStep() throws Exception {
        choosing("upstream:gone");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"echo\",\"limit\":\"1500\"}")).at("/data").textValue()).isEqualTo("done, headers: ||");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"silent\",\"limit\":\"150\"}")).at("/data").textValue())
                .isEqualTo("trouble: The upstream server scripted did not answer within 150 ms");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"silent\",\"limit\":\"90000\"}")).at("/data").textValue()).contains("2000 ms");
        assertThat(client.envelope("relay", object("{\"server\":\"nobody's {0}\",\"tool\":\"echo\"}")).at("/data").textValue())
                .isEqualTo("unknown: No upstream server is named nobody's {0} in config/upstream.yaml");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"no/such?tool=x\"}")).at("/data").textValue())
                .isEqualTo("refused: -32602 The upstream server scripted refused the call of no/such?tool=x: Unknown tool: no/such?tool=x");
        assertThat(client.envelope("relay", object("{\"tool\":\"echo\"}")).at("/data").textValue()).as("the URI's server").startsWith("trouble: The upstream server gone");
    }

    @Test
    void theLimitMayBeADuration() throws Exception {
        relay("upstream:scripted?tool=silent", "- setHeader: {name: CaravanUpstreamTimeout, method: {beanType: java.time.Duration, method: 'ofMillis(120)'}}");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("120 ms");
    }

    @Test
    void aCallOfNoToolSaysWhatIsMissing() throws Exception {
        choosing("upstream:scripted");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\"}")).at("/data").textValue())
                .isEqualTo("wrong: upstream://scripted needs the option tool or the header CaravanUpstreamTool");
    }

    @Test
    void anOperationThatThereIsNotIsRefusedWhenTheRouteIsLoaded() throws Exception {
        relay("upstream:scripted?tool=echo");
        assertThatThrownBy(() -> load("other", "upstream:scripted?operation=listPrompts", "")).rootCause().hasMessageContaining("listPrompts");
    }

    private void relay(String uri) throws Exception {
        load("relay", uri, "");
    }

    private void relay(String uri, String before) throws Exception {
        load("relay", uri, before);
    }

    private void load(String id, String uri, String before) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString(id + ".camel.yaml", """
                - route:
                    id: %s
                    from:
                      uri: ai-tool:%s
                      parameters:
                        parameter.word: string
                      steps:
                        %s
                        - to: "%s"
                """.formatted(id, id, before, uri)));
    }

    /** Says what became of the step whose server, tool and limit the arguments name. */
    private void choosing(String uri) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("relay.camel.yaml", """
                - route:
                    id: relay
                    from:
                      uri: ai-tool:relay
                      parameters:
                        parameter.server: string
                        parameter.tool: string
                        parameter.limit: string
                      steps:
                        - setHeader: {name: CaravanUpstreamServer, simple: "${body[server]}"}
                        - setHeader: {name: CaravanUpstreamTool, simple: "${body[tool]}"}
                        - setHeader: {name: CaravanUpstreamTimeout, simple: "${body[limit]}"}
                        - doTry:
                            steps:
                              - to: "%s"
                              - setBody: {simple: "done, headers: ${header.CaravanUpstreamServer}|${header.CaravanUpstreamTool}|${header.CaravanUpstreamTimeout}"}
                            doCatch:
                              - exception: [dev.caravan.upstream.UnknownServerException]
                                steps: [{setBody: {simple: "unknown: ${exception.message}"}}]
                              - exception: [dev.caravan.upstream.RefusedCallException]
                                steps: [{setBody: {simple: "refused: ${exception.rpcCode} ${exception.message}"}}]
                              - exception: [dev.caravan.envelope.UpstreamException]
                                steps: [{setBody: {simple: "trouble: ${exception.message}"}}]
                              - exception: [java.lang.IllegalArgumentException]
                                steps: [{setBody: {simple: "wrong: ${exception.message}"}}]
                """.formatted(uri)));
    }
}
