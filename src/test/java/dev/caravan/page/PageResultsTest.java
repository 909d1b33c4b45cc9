package dev.caravan.page;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page shows each kind of result in the form that suits it: exact numbers, tables, charts, graphs and search hits. */
@Tag("nightly")
class PageResultsTest extends PageTest {

    private static final String PIXELS = """
            () => { const canvas = document.querySelector('.picture canvas'), pixels = canvas.getContext('2d').getImageData(0, 0, \
            canvas.width, canvas.height).data;
                    return pixels.filter((value, at) => at % 4 === 3 && value > 0).length > 500; }""";

    @Test
    void numbersKeepTheirDigitsBothWays() {
        run("t_echo", "{\"long\":9007199254740993,\"decimal\":0.1000000000000000055511151231257827,\"plain\":1.50}");
        page.click("[role=tab]:text-is('JSON')");

        assertThat(page.locator(".result pre.json").textContent()).contains("\"long\": 9007199254740993",
                "0.1000000000000000055511151231257827");
        page.click("[role=tab]:text-is('Data')");
        assertThat(page.locator("[role=tabpanel]").textContent()).contains("long 9007199254740993");
    }

    @Test
    void rowsBecomeATable() {
        client.envelope("mongo_save_document", object("{\"topic\":\"rows\",\"content\":\"c\"}"));
        run("mongo_find_by_topic", "{\"topic\":\"rows\"}");

        assertThat(page.locator("[role=tab]").first().textContent()).isEqualTo("Table");
        assertThat(page.locator(".result th").allTextContents()).contains("id", "topic", "content");
        assertThat(page.locator(".result tbody tr").first().textContent()).contains("rows");
    }

    @Test
    void chartIsDrawnWithReadableNumbers() {
        run("echart_generate",
                "{\"chartType\":\"bar\",\"title\":\"销量\",\"data\":[{\"x\":\"周一\",\"y\":\"1,200\"},{\"x\":\"周二\",\"y\":900}]}");
        page.waitForSelector(".picture canvas");

        page.waitForFunction(PIXELS);
        assertThat(page.locator(".picture").getAttribute("role")).isEqualTo("img");
        assertThat(page.locator(".picture").getAttribute("aria-label")).contains("销量");
        assertThat(page.evaluate("() => echarts.getInstanceByDom(document.querySelector('.picture')).getOption().series[0].data"))
                .isEqualTo(List.of(1200, 900));
        page.click("summary:text-is('Data')");
        assertThat(page.locator(".result tbody tr").allTextContents()).containsExactly("周一1200", "周二900");
        assertThat(page.locator("summary:text('1 warning about the data')").count()).isEqualTo(1);
    }

    @Test
    void graphIsDrawnAndSelectableByMouseAndKeyboard() {
        String ada = node("{\"label\":\"Entity\",\"properties\":{\"name\":\"Ada\",\"born\":1815}}");
        String paper = node("{\"label\":\"Document\",\"properties\":{\"title\":\"Notes " + HOSTILE + "\"}}");
        client.envelope("neo4j_create_relationship",
                object("{\"fromId\":\"" + ada + "\",\"toId\":\"" + paper + "\",\"type\":\"MENTIONS\",\"properties\":{\"page\":7}}"));

        run("neo4j_find_path", "{\"fromId\":\"" + ada + "\",\"toId\":\"" + paper + "\"}");
        page.waitForSelector(".picture canvas");
        page.waitForFunction(PIXELS);

        assertThat(page.locator("table:has(caption:text('Nodes')) tbody tr").allTextContents().get(0)).isEqualTo("AdaEntity");
        assertThat(page.locator("table:has(caption:text('Relationships')) tbody tr").textContent()).startsWith("AdaMENTIONSNotes <img");
        page.locator("button.link:text-is('MENTIONS')").press("Enter");
        assertThat(page.locator(".details").textContent()).contains("MENTIONS", "page 7");
        page.evaluate("() => document.querySelector('.picture').scrollIntoView()");
        Object at = page.evaluate("""
                () => { const chart = echarts.getInstanceByDom(document.querySelector('.picture')), box = \
                document.querySelector('.picture').getBoundingClientRect();
                        const data = chart.getModel().getSeriesByIndex(0).getData(), [x, y] = chart.convertToPixel({ seriesIndex: 0 }, \
                data.getItemLayout(0));
                        return [box.x + x, box.y + y]; }""");
        List<?> point = (List<?>) at;
        page.mouse().click(((Number) point.get(0)).doubleValue(), ((Number) point.get(1)).doubleValue());
        page.waitForFunction("() => document.querySelector('.details').textContent.includes('born 1815')");
        assertThat(page.evaluate("() => window.hacked")).isNull();

        run("neo4j_find_neighbors", "{\"id\":\"" + ada + "\"}");
        page.waitForSelector(".picture canvas");
        assertThat(page.locator("table:has(caption:text('Nodes')) tbody tr").allTextContents().get(0)).isEqualTo("AdaEntity");
    }

    @Test
    void foundNodesHaveScores() {
        String name = "Lovelace" + System.nanoTime();
        node("{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\"}}");
        run("neo4j_fuzzy_search", "{\"query\":\"" + name + "\"}");

        assertThat(page.locator(".hits h3").first().textContent()).startsWith(name + " Entity score ");
    }

    private String node(String arguments) {
        return client.envelope("neo4j_create_node", object(arguments)).at("/data/id").asText();
    }
}
