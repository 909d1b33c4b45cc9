package dev.caravan.source.mcp;

import dev.caravan.ServicesTest;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.springframework.beans.factory.annotation.Autowired;

/** A gateway whose tool {@code relay} calls upstream servers. */
abstract class RelayTest extends ServicesTest {

    @Autowired
    private CamelContext context;

    @Autowired
    ConnectedServers servers;

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
