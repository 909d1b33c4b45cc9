package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Frame;
import org.junit.jupiter.api.Test;

/** The chart app takes its theme, language and results from its host, and answers each message of the MCP Apps protocol. */
class ChartAppHostTest extends ChartAppTest {

    @Test
    void appFollowsThemeVariablesAndLanguageOfTheHost() {
        open("{\"theme\":\"dark\",\"locale\":\"zh-CN\",\"styles\":{\"variables\":{\"--color-background-primary\":\"rgb(1, 2, 3)\"}}}");
        assertThat(app().locator("#status").textContent()).isEqualTo("正在等待图表…");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(background()).isEqualTo("rgb(1, 2, 3)");
        assertThat(app().evaluate("() => document.documentElement.dataset.theme")).isEqualTo("dark");
        assertThat(app().evaluate("() => document.documentElement.lang")).isEqualTo("zh-CN");
        assertThat(app().locator("#chart").getAttribute("aria-label")).contains("图表");
        String dark = titleColour();

        page.evaluate(
                "() => changeContext({ theme: 'light', locale: 'en', styles: { variables: { '--color-background-primary': 'rgb(250, 250, "
                        + "250)' } } })");

        app().waitForFunction("() => document.documentElement.dataset.theme === 'light'");
        assertThat(background()).isEqualTo("rgb(250, 250, 250)");
        assertThat(titleColour()).isNotEqualTo(dark);
        assertThat(app().locator("#chart").getAttribute("aria-label")).contains("Visits").doesNotContain("图表");
    }

    @Test
    void appReadsTheTextWhenTheHostSendsNoStructuredContent() {
        open("{}");
        String envelope = object("{\"ok\":true,\"data\":{\"option\":" + BAR + "},\"error\":null,\"meta\":{}}").toString();

        page.evaluate("text => result({ content: [{ type: 'text', text }] })", envelope);
        app().waitForSelector("#chart svg text");

        page.evaluate("() => result({ content: [{ type: 'text', text: 'plain words' }] })");
        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).isEqualTo("The result has no chart");

        page.evaluate("() => result({ isError: true, content: [{ type: 'text', text: 'plain failure' }] })");
        app().waitForFunction("() => document.getElementById('error').textContent === 'plain failure'");

        page.evaluate(
                "() => result({ content: [], structuredContent: { ok: true, data: { option: { series: [{ type: 'bar', data: [1] }], "
                        + "xAxis: { gridIndex: 7 } } } } })");
        app().waitForFunction("() => document.getElementById('error').textContent === 'This chart can’t be drawn'");
    }

    @Test
    void appAnswersEveryLifecycleMessage() {
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

    private String background() {
        return (String) app().evaluate("() => getComputedStyle(document.body).backgroundColor");
    }

    private String titleColour() {
        return app().locator("#chart svg text", new Frame.LocatorOptions().setHasText("Visits")).first().getAttribute("fill");
    }
}
