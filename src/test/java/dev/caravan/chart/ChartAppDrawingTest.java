package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** The chart app draws the option of a result, in the size of its frame and with no more motion than the reader wants. */
class ChartAppDrawingTest extends ChartAppTest {

    @Test
    void appDrawsResultsOfToolsThatNameIt() {
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
    void appDrawsEveryChartOfEchartGenerate() {
        page = host.open(false);
        page.evaluate("() => openApp('echart_generate', {})");
        ObjectNode arguments = object(
                "{\"chartType\":\"bar\",\"title\":\"销量\",\"options\":{\"unit\":\"件\"},\"data\":[{\"x\":\"周一\",\"y\":\"1,200\"},"
                        + "{\"x\":\"周二\",\"y\":900}]}");
        page.evaluate("args => call('echart_generate', JSON.parse(args))", arguments.toString());

        app().waitForSelector("#chart svg text");
        assertThat(app().locator("#chart svg text").allTextContents()).contains("销量", "周一", "周二", "件");
        assertThat(app().locator("#notes li").allTextContents()).singleElement().asString().contains("became a number");
    }

    @Test
    void largeChartUsesACanvas() {
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
    void chartResizesToNarrowScreens() {
        open("{}");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        page.evaluate("() => resize(260)");

        app().waitForFunction(
                "() => { const width = document.querySelector('#chart svg').getBoundingClientRect().width; return width > 200 && width <= "
                        + "260; }");
        assertThat(app().evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")).isEqualTo(true);
        eventually().untilAsserted(() -> assertThat(eval("() => seen.sizes.at(-1).width").asInt()).isEqualTo(260));
    }

    @Test
    void chartFillsAFixedHeight() {
        open("{\"containerDimensions\":{\"width\":640,\"height\":480}}");
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(app().evaluate("() => document.getElementById('app').getBoundingClientRect().height")).isEqualTo(480);
        assertThat(((Number) app().evaluate("() => document.querySelector('#chart svg').getBoundingClientRect().height")).intValue())
                .isBetween(430, 480);
    }

    @Test
    void reducedMotionDisablesAnimation() {
        open("{}", true);
        call(object("{\"option\":" + BAR + "}"));
        app().waitForSelector("#chart svg text");

        assertThat(app().evaluate("() => echarts.getInstanceByDom(document.getElementById('chart')).getOption().animation"))
                .isEqualTo(false);
    }
}
