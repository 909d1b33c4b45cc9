package dev.caravan.source.mcp;

import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway whose tool {@code relay} calls upstream servers; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers(ServerKind.MEDICAL)
abstract class RelayTest {

    private static final int PORT = FreePorts.pick();

    final McpClient client = new McpClient(PORT);

    @Autowired
    private CamelContext context;

    @Autowired
    UpstreamHealth health;

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

    void relay(String uri) throws Exception {
        load("relay", uri, "");
    }

    void relay(String uri, String before) throws Exception {
        load("relay", uri, before);
    }

    void load(String id, String uri, String before) throws Exception {
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
    void choosing(String uri) throws Exception {
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
                              - setBody: {simple: "done, headers: \
                ${header.CaravanUpstreamServer}|${header.CaravanUpstreamTool}|${header.CaravanUpstreamTimeout}"}
                            doCatch:
                              - exception: [dev.caravan.source.mcp.UnknownServerException]
                                steps: [{setBody: {simple: "unknown: ${exception.message}"}}]
                              - exception: [dev.caravan.source.mcp.RefusedCallException]
                                steps: [{setBody: {simple: "refused: ${exception.rpcCode} ${exception.message}"}}]
                              - exception: [dev.caravan.envelope.UpstreamException]
                                steps: [{setBody: {simple: "trouble: ${exception.message}"}}]
                              - exception: [java.lang.IllegalArgumentException]
                                steps: [{setBody: {simple: "wrong: ${exception.message}"}}]
                """.formatted(uri)));
    }
}
