package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import dev.caravan.Chromium;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnRoutes;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The chart app in Chromium, framed by the official host library, fed by a tool of the running gateway that names the app.
 * Needs Chromium, and {@code npm ci} in src/test/apps; in CI it may not be skipped.
 */
class ChartAppTest extends GatewayTest {

    private static final String UI = "{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}";
    private static final String BAR = """
            {"title":{"text":"Visits"},"tooltip":{"trigger":"axis"},"xAxis":{"type":"category","data":["Mon","Tue","Wed"]},
             "yAxis":{"type":"value","name":"visits"},"series":[{"type":"bar","name":"web","data":[120,200,150]}]}""";

    @Autowired
    private CamelContext context;

    private OwnRoutes routes;
    private AppHost host;
    private Page page;

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
            routes.close();
        }
    }

    @AfterEach
    void nothingLeftThePageAndNothingWasRefused() {
        assertThat(host.stray()).isEmpty();
        assertThat(host.errors()).isEmpty();
        page.context().close();
    }

    @Test
    void aToolThatNamesTheAppHasItsResultDrawn() {
        JsonNode opened = open("{\"theme\":\"light\"}");
        call(object("{\"option\":" + BAR + "}"));

        assertThat(opened.get("uri").asText()).isEqualTo("ui://caravan/chart");
        assertThat(opened.get("mimeType").asText()).isEqualTo("text/html;profile=mcp-app");
        assertThat(opened.at("/meta/ui/csp/connectDomains")).isEmpty();
        assertThat(opened.at("/meta/ui/prefersBorder").asBoolean()).isTrue();
        assertThat(opened.at("/app/name").asText()).isEqualTo("caravan-chart");
        app().waitForSelector("#chart svg text");
        assertThat(app().locator("#chart svg text").allTextContents()).contains("Visits", "Mon", "Tue", "Wed", "visits");
        assertThat(app().locator("#chart").getAttribute("role")).isEqualTo("img");
        assertThat(app().locator("#chart").getAttribute("aria-label")).contains("Visits").contains("web").contains("200");
        assertThat(app().locator("#status").isVisible()).isFalse();
        eventually().untilAsserted(() -> assertThat(eval("() => seen.sizes.at(-1).height").asInt()).isBetween(300, 600));
    }

    @Test
    void whatEchartGenerateAnswersIsDrawn() {
        page = host.open(false);
        page.evaluate("() => openApp('echart_generate', {})");
        ObjectNode arguments = object("{\"chartType\":\"bar\",\"title\":\"销量\",\"options\":{\"unit\":\"件\"},\"data\":[{\"x\":\"周一\",\"y\":\"1,200\"},{\"x\":\"周二\",\"y\":900}]}");
        page.evaluate("args => call('echart_generate', JSON.parse(args))", arguments.toString());

        app().waitForSelector("#chart svg text");
        assertThat(app().locator("#chart svg text").allTextContents()).contains("销量", "周一", "周二", "件");
        assertThat(app().locator("#notes li").allTextContents()).singleElement().asString().contains("became a number");
    }

    @Test
    void aLargeChartIsDrawnOnACanvas() {
        open("{}");
        ObjectNode option = object(BAR);
        option.withArray("/series/0/data").removeAll();
        for (int i = 0; i < 10_000; i++) {
            option.withArray("/series/0/data").add(1000 + i);
            option.withArray("/xAxis/data").add("day " + i);
        }
        call(object("{}").set("option", option));

        app().waitForSelector("#chart canvas");
        app().waitForFunction("""
                () => { const canvas = document.querySelector('#chart canvas');
                        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                        return pixels.filter((value, at) => at % 4 === 3 && value > 0).length > 5000; }""");
    }

    @Test
    void aFailedCallShowsItsMessageAndTheNextResultItsChart() {
        open("{}");
        call(object("{\"fail\":\"y names no field; the fields are: day, visits\"}"));

        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).isEqualTo("y names no field; the fields are: day, visits");
        assertThat(app().locator("#error").getAttribute("role")).isEqualTo("alert");
        assertThat(app().locator("#chart").isVisible()).isFalse();

        call(object("{\"option\":" + BAR + "}"));

        app().waitForSelector("#chart svg text");
        assertThat(app().locator("#error").isVisible()).isFalse();
    }

    @Test
    void warningsAreShownDiscreetlyAndByKeyboard() {
        open("{}");
        call(object("{\"option\":" + BAR + ",\"warnings\":[\"3 values were text\",\"1 value is missing\"]}"));

        app().waitForSelector("#notes");
        assertThat(app().locator("#notes summary").textContent()).isEqualTo("2 notes on the data");
        assertThat(app().locator("#notes li").first().isVisible()).isFalse();
        app().locator("#notes summary").press("Enter");
        assertThat(app().locator("#notes li").allTextContents()).containsExactly("3 values were text", "1 value is missing");
        assertThat(app().locator("#notes li").first().isVisible()).isTrue();
    }

    @Test
    void textOfTheDataNeverBecomesHtmlNorALink() {
        open("{}");
        String hostile = "<img src=x onerror=\\\"window.hacked=1\\\"></script><script>window.hacked=2</script>";
        call(object("""
                {"option":{"title":{"text":"HOSTILE","link":"https://example.com/","target":"self"},
                 "toolbox":{"show":true,"feature":{"dataView":{"show":true,"title":"HOSTILE"}}},
                 "legend":{"show":true},
                 "tooltip":{"trigger":"axis","triggerOn":"mousemove","alwaysShowContent":true,"formatter":"HOSTILE {b}: {c}"},
                 "xAxis":{"type":"category","data":["HOSTILE"]},"yAxis":{"type":"value","name":"HOSTILE"},
                 "series":[{"type":"bar","name":"HOSTILE","data":[1],"tooltip":{"formatter":"HOSTILE"},
                            "symbol":"image://https://example.com/track.png"},
                           {"type":"scatter","name":"s","data":[1],"symbol":"image://https://example.com/track.png"}]},
                 "warnings":["HOSTILE"]}""".replace("HOSTILE", hostile)));
        app().waitForSelector("#chart svg text");

        app().locator("#chart").hover();
        app().waitForFunction("() => [...document.querySelectorAll('#chart text')].filter(t => t.textContent.includes('onerror')).length > 3");
        app().locator("#chart svg text").first().click();
        app().locator("#notes summary").click();

        assertThat(app().evaluate("() => window.hacked")).isNull();
        assertThat(app().locator("img, a, iframe, textarea").count()).isZero();
        assertThat(app().locator("#notes li").textContent()).startsWith("<img src=x");
        assertThat(page.context().pages()).hasSize(1);
        call(object("{\"fail\":\"" + hostile + "\"}"));
        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).startsWith("<img src=x");
        assertThat(app().evaluate("() => window.hacked")).isNull();
    }

    @Test
    void evenHtmlThatGotInWouldBeDead() {
        open("{}");

        app().evaluate("() => { document.getElementById('status').innerHTML = '<img src=\"data:,x\" onerror=\"window.hacked = 1\">'; }");
        app().evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 2'; document.body.append(s); }");
        eventually().during(Duration.ofMillis(300)).until(() -> app().evaluate("() => window.hacked") == null);

        eventually().until(() -> host.errors().stream().filter(message -> message.contains("Content Security Policy")).count() == 2);
        host.errors().clear();
    }

    @Test
    void theHostsThemeVariablesAndLanguageAreTakenUpAndChange() {
        open("{\"theme\":\"dark\",\"locale\":\"zh-CN\",\"styles\":{\"variables\":{\"--color-background-primary\":\"rgb(1, 2, 3)\"}}}");
        assertThat(app().locator("#status").textContent()).isEqualTo("正在等待图表…");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(background()).isEqualTo("rgb(1, 2, 3)");
        assertThat(app().evaluate("() => document.documentElement.dataset.theme")).isEqualTo("dark");
        assertThat(app().evaluate("() => document.documentElement.lang")).isEqualTo("zh-CN");
        assertThat(app().locator("#chart").getAttribute("aria-label")).contains("图表");
        String dark = titleColour();

        page.evaluate("() => changeContext({ theme: 'light', locale: 'en', styles: { variables: { '--color-background-primary': 'rgb(250, 250, 250)' } } })");

        app().waitForFunction("() => document.documentElement.dataset.theme === 'light'");
        assertThat(background()).isEqualTo("rgb(250, 250, 250)");
        assertThat(titleColour()).isNotEqualTo(dark);
        assertThat(app().locator("#chart").getAttribute("aria-label")).contains("Visits").doesNotContain("图表");
    }

    @Test
    void aHostWithoutStructuredContentIsServedFromTheText() {
        open("{}");
        String envelope = object("{\"ok\":true,\"data\":{\"option\":" + BAR + "},\"error\":null,\"meta\":{}}").toString();

        page.evaluate("text => result({ content: [{ type: 'text', text }] })", envelope);
        app().waitForSelector("#chart svg text");

        page.evaluate("() => result({ content: [{ type: 'text', text: 'plain words' }] })");
        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).isEqualTo("The result holds no chart");

        page.evaluate("() => result({ isError: true, content: [{ type: 'text', text: 'plain failure' }] })");
        app().waitForFunction("() => document.getElementById('error').textContent === 'plain failure'");

        page.evaluate("() => result({ content: [], structuredContent: { ok: true, data: { option: { series: [{ type: 'bar', data: [1] }], xAxis: { gridIndex: 7 } } } } })");
        app().waitForFunction("() => document.getElementById('error').textContent === 'This chart can’t be drawn'");
    }

    @Test
    void theWholeLifeIsAnswered() {
        open("{}");

        assertThat(eval("() => ping()")).isEmpty();
        assertThat(eval("() => unknown()").asInt()).isEqualTo(-32601);
        page.evaluate("() => partialInput({ data: [] })");
        assertThat(app().locator("#status").textContent()).isEqualTo("Waiting for the chart…");
        page.evaluate("() => cancel('by the user')");
        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).isEqualTo("The call was cancelled: by the user");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");
        assertThat(eval("() => tearDown()")).isEmpty();
        assertThat(app().locator("#chart svg").count()).isZero();
        assertThat(eval("() => seen.warnings")).isEmpty();
    }

    @Test
    void theChartFollowsItsFrameOntoNarrowScreens() {
        open("{}");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        page.evaluate("() => resize(260)");

        app().waitForFunction("() => { const width = document.querySelector('#chart svg').getBoundingClientRect().width; return width > 200 && width <= 260; }");
        assertThat(app().evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")).isEqualTo(true);
        eventually().untilAsserted(() -> assertThat(eval("() => seen.sizes.at(-1).width").asInt()).isEqualTo(260));
    }

    @Test
    void aHostThatFixesTheHeightIsFilled() {
        open("{\"containerDimensions\":{\"width\":640,\"height\":480}}");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(app().evaluate("() => document.getElementById('app').getBoundingClientRect().height")).isEqualTo(480);
        assertThat(((Number) app().evaluate("() => document.querySelector('#chart svg').getBoundingClientRect().height")).intValue()).isBetween(430, 480);
    }

    @Test
    void whoWantsNoMotionSeesNone() {
        open("{}", true);
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(app().evaluate("() => echarts.getInstanceByDom(document.getElementById('chart')).getOption().animation")).isEqualTo(false);
    }

    private JsonNode open(String hostContext) {
        return open(hostContext, false);
    }

    private JsonNode open(String hostContext, boolean reducedMotion) {
        page = host.open(reducedMotion);
        return McpClient.JSON.valueToTree(page.evaluate("context => openApp('t_chart', JSON.parse(context))", hostContext));
    }

    private void call(JsonNode arguments) {
        page.evaluate("args => call('t_chart', JSON.parse(args))", arguments.toString());
    }

    private JsonNode eval(String script) {
        return McpClient.JSON.valueToTree(page.evaluate(script));
    }

    private Frame app() {
        return AppHost.app(page);
    }

    /** Playwright hears of what happened while it is asked something, and on its own thread alone. */
    private ConditionFactory eventually() {
        return await().pollInSameThread().conditionEvaluationListener(looked -> page.title());
    }

    private String background() {
        return (String) app().evaluate("() => getComputedStyle(document.body).backgroundColor");
    }

    private String titleColour() {
        return app().locator("#chart svg text", new Frame.LocatorOptions().setHasText("Visits")).first().getAttribute("fill");
    }
}
