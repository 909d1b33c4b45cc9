package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import dev.caravan.Chromium;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnRoutes;
import org.apache.camel.CamelContext;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A browser that frames the chart app by the official host library, and a tool of the running gateway that names the app; after each test,
 * nothing was asked of other servers. Needs Chromium, and {@code npm ci} in src/test/apps; in CI it may not be skipped.
 */
@Tag("full")
abstract class ChartAppTest extends GatewayTest {

    static final String BAR = """
            {"title":{"text":"Visits"},"tooltip":{"trigger":"axis"},"xAxis":{"type":"category","data":["Mon","Tue","Wed"]},
             "yAxis":{"type":"value","name":"visits"},"series":[{"type":"bar","name":"web","data":[120,200,150]}]}""";

    private static final String UI = "{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}";

    @Autowired
    private CamelContext context;

    AppHost host;
    Page page;
    private OwnRoutes routes;

    @BeforeAll
    void startHost() throws Exception {
        Chromium.assumeInstalled();
        routes = new OwnRoutes(context);
        routes.add("t_chart", "ai-tool:t_chart", """
                description: Answers the option that it is given.
                        argSchema: '{"type":"object"}'
                        meta: '%s'""".formatted(UI), """
                - choice:
                            when:
                              - simple: ${body[fail]} != null
                                steps:
                                  - throwException: {exceptionType: dev.caravan.envelope.InvalidArgumentException, message: '${body[fail]}'}
                        - setProperty: {name: meta.warnings, simple: {expression: '${body[warnings]}', resultType: java.util.List}}""");
        host = new AppHost(port());
    }

    @AfterAll
    void stopHost() throws Exception {
        if (host != null) {
            host.close();
        }
        if (routes != null) {
            routes.close();
        }
    }

    @AfterEach
    void nothingLeftThePageAndNothingWasRefused() {
        assertThat(host.stray()).isEmpty();
        assertThat(host.errors()).isEmpty();
        page.context().close();
    }

    JsonNode open(String hostContext) {
        return open(hostContext, false);
    }

    JsonNode open(String hostContext, boolean reducedMotion) {
        page = host.open(reducedMotion);
        return McpClient.JSON.valueToTree(page.evaluate("context => openApp('t_chart', JSON.parse(context))", hostContext));
    }

    void call(JsonNode arguments) {
        page.evaluate("args => call('t_chart', JSON.parse(args))", arguments.toString());
    }

    JsonNode eval(String script) {
        return McpClient.JSON.valueToTree(page.evaluate(script));
    }

    Frame app() {
        return AppHost.app(page);
    }

    /** Playwright hears of what happened while it is asked something, and on its own thread alone. */
    ConditionFactory eventually() {
        return await().pollInSameThread().conditionEvaluationListener(looked -> page.title());
    }
}
