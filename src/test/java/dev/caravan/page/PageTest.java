package dev.caravan.page;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnRoutes;
import dev.caravan.RestClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The page in Chromium, at a gateway with the routes of the repository: tools are found, filled in, run, and their results read. */
class PageTest extends GatewayTest {

    private static final String HOSTILE = "<img src=x onerror=\\\"window.hacked=1\\\"><script>window.hacked=2</script>";

    @Autowired
    private CamelContext context;

    private OwnRoutes routes;
    private PageBrowser browser;
    private Page page;

    @BeforeAll
    void start() throws Exception {
        browser = new PageBrowser(port());
        routes = new OwnRoutes(context);
        routes.add("t_echo", "ai-tool:t_echo", """
                description: Answers what it is given.
                        tags: tests
                        readOnlyHint: true
                        argSchema: '{"type":"object","additionalProperties":true}'""", "- setProperty: {name: any, constant: any}");
    }

    @AfterAll
    void stop() throws Exception {
        if (browser != null) {
            browser.close();
            routes.close();
        }
    }

    @AfterEach
    void nothingLeftTheGatewayAndNothingWasRefused() {
        assertThat(browser.stray()).isEmpty();
        assertThat(browser.errors()).isEmpty();
        page.context().close();
        page = null;
    }

    @Test
    void toolsAreGroupedByTheirTagsAndSearched() {
        page = browser.open("");
        page.waitForSelector("#groups a");

        assertThat(page.locator("#groups h2").allTextContents()).contains("charts", "documents", "graph", "web");
        assertThat(page.locator("#groups section:has(h2:text-is('documents')) .name").allTextContents()).contains("mongo_save_document", "mongo_find_all");
        page.fill("#search", "DELETE docum");
        assertThat(page.locator("#groups .name").allTextContents()).contains("mongo_delete_document").doesNotContain("mongo_find_all", "neo4j_delete_node");
        assertThat(page.locator("#count").textContent()).matches("\\d tools? of \\d+");
    }

    @Test
    void aToolIsFoundFilledInAndRunByKeyboardAlone() {
        page = browser.open("");
        page.waitForSelector("#groups a");

        page.keyboard().press("Tab");
        assertThat(focused("textContent")).isEqualTo("Skip to the content");
        tabTo("#search");
        page.keyboard().type("mongo_save");
        tabTo("a[data-tool=mongo_save_document]");
        page.keyboard().press("Enter");
        page.waitForSelector("[data-name=topic]");
        tabTo("[data-name=topic]");
        page.keyboard().type("Beijing");
        tabTo("[data-name=content]");
        page.keyboard().type("The capital of China.");
        tabTo("button[type=submit]");
        page.keyboard().press("Enter");
        page.waitForSelector(".result");

        assertThat(page.locator(".result h2").textContent()).isEqualTo("Succeeded");
        assertThat(focused("id")).as("what came of it is where the reader is").isEqualTo("result-title");
        assertThat(page.locator(".status").getAttribute("role")).isEqualTo("status");
        assertThat(page.locator(".status").textContent()).startsWith("Succeeded, in ");
        tabTo("[role=tab][aria-selected=true]");
        page.keyboard().press("End");
        assertThat(focused("textContent")).isEqualTo("curl");
        assertThat(page.locator("[role=tabpanel] pre").textContent()).contains("mongo_save_document");
    }

    @Test
    void aFailureShowsItsCodeItsMessageAndTheTrace() {
        run("mongo_find_by_id", "{\"id\":\"none\"}");

        assertThat(page.locator(".result h2").textContent()).isEqualTo("Failed");
        assertThat(page.locator(".failure").textContent()).startsWith("NOT_FOUND").contains("none");
        assertThat(page.locator(".facts").textContent()).containsPattern("Trace[0-9a-f]{32}").containsPattern("In the gateway\\d+ ms");
    }

    @Test
    void whatIsMissingIsSaidBesideItsFieldAndNothingIsSent() {
        page = browser.open("#/tools/mongo_save_document");
        page.fill("[data-name=topic]", "only");
        page.click("button[type=submit]");

        assertThat(focused("dataset.name")).isEqualTo("content");
        assertThat(page.locator("[data-name=content]").getAttribute("aria-invalid")).isEqualTo("true");
        assertThat(page.locator(".problem[role=alert]").textContent()).contains("content: This is needed");
        assertThat(page.locator(".result").count()).isZero();
    }

    @Test
    void whatMayDestroyAsksFirst() {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"t\",\"content\":\"c\"}")).at("/data/id").asText();
        page = browser.open("#/tools/mongo_delete_document");
        assertThat(page.locator(".hints").textContent()).contains("may change or destroy");
        page.fill("[data-name=id]", id);
        page.keyboard().press("Enter");
        page.waitForSelector("dialog[open]");
        page.keyboard().press("Escape");
        page.waitForSelector("dialog", new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        assertThat(client.envelope("mongo_find_by_id", object("{\"id\":\"" + id + "\"}")).get("ok").asBoolean()).isTrue();

        page.click("button[type=submit]");
        page.click("dialog >> text=Run it");
        page.waitForSelector(".result");
        assertThat(client.envelope("mongo_find_by_id", object("{\"id\":\"" + id + "\"}")).get("ok").asBoolean()).isFalse();
    }

    @Test
    void theCallIsCopiedForAShell() throws Exception {
        run("mongo_find_by_topic", "{\"topic\":\"it's \\\"quoted\\\" $HOME `x` 北京\"}");
        page.click("text=Copy as curl");
        page.waitForSelector("text=Copied");
        String command = (String) page.evaluate("() => navigator.clipboard.readText()");

        Process shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
        JsonNode answer = McpClient.JSON.readTree(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(shell.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(answer.at("/result/isError").asBoolean()).isFalse();
        assertThat(answer.at("/result/structuredContent/ok").asBoolean()).isTrue();
        assertThat(command).contains("it'\\''s");
    }

    @Test
    void whatIsInTheFormIsInTheJsonAndTheOtherWayRound() {
        page = browser.open("#/tools/mongo_save_document");
        page.fill("[data-name=topic]", "北京");
        page.click("button:text('Add to tags')");
        page.keyboard().type("city");
        page.check("input[value=JSON]");
        assertThat(object(page.inputValue("#arguments"))).isEqualTo(object("{\"topic\":\"北京\",\"tags\":[\"city\"]}"));
        page.fill("#arguments", "{\"topic\":");
        page.check("input[value=Form]", new Page.CheckOptions().setForce(true).setTrial(true));
        page.click("label:has(input[value=Form])");
        assertThat(page.locator("#arguments-problem").textContent()).startsWith("This is not JSON: ");
        page.fill("#arguments", "{\"topic\":\"Wien\",\"content\":\"c\",\"tags\":[\"a\",\"b\"]}");
        page.click("label:has(input[value=Form])");

        assertThat(page.inputValue("[data-name=topic]")).isEqualTo("Wien");
        assertThat(page.locator("[data-name^=Item]").count()).isEqualTo(2);
    }

    @Test
    void numbersKeepTheirDigitsBothWays() {
        run("t_echo", "{\"long\":9007199254740993,\"decimal\":0.1000000000000000055511151231257827,\"plain\":1.50}");
        page.click("[role=tab]:text-is('JSON')");

        assertThat(page.locator(".result pre.json").textContent()).contains("\"long\": 9007199254740993", "0.1000000000000000055511151231257827");
        page.click("[role=tab]:text-is('Data')");
        assertThat(page.locator("[role=tabpanel]").textContent()).contains("long 9007199254740993");
    }

    @Test
    void rowsAreATable() {
        client.envelope("mongo_save_document", object("{\"topic\":\"rows\",\"content\":\"c\"}"));
        run("mongo_find_by_topic", "{\"topic\":\"rows\"}");

        assertThat(page.locator("[role=tab]").first().textContent()).isEqualTo("Table");
        assertThat(page.locator(".result th").allTextContents()).contains("id", "topic", "content");
        assertThat(page.locator(".result tbody tr").first().textContent()).contains("rows");
    }

    @Test
    void aChartIsDrawnAndItsNumbersCanBeRead() {
        run("echart_generate", "{\"chartType\":\"bar\",\"title\":\"销量\",\"data\":[{\"x\":\"周一\",\"y\":\"1,200\"},{\"x\":\"周二\",\"y\":900}]}");
        page.waitForSelector(".picture canvas");

        page.waitForFunction(PIXELS);
        assertThat(page.locator(".picture").getAttribute("role")).isEqualTo("img");
        assertThat(page.locator(".picture").getAttribute("aria-label")).contains("销量");
        assertThat(page.evaluate("() => echarts.getInstanceByDom(document.querySelector('.picture')).getOption().series[0].data")).isEqualTo(List.of(1200, 900));
        page.click("summary:text('The numbers')");
        assertThat(page.locator(".result tbody tr").allTextContents()).containsExactly("周一1200", "周二900");
        assertThat(page.locator("summary:text('1 note on the data')").count()).isEqualTo(1);
    }

    @Test
    void aGraphIsDrawnAndEachOfItsThingsCanBeChosenByMouseAndByKey() {
        String ada = node("{\"label\":\"Entity\",\"properties\":{\"name\":\"Ada\",\"born\":1815}}");
        String paper = node("{\"label\":\"Document\",\"properties\":{\"title\":\"Notes " + HOSTILE + "\"}}");
        client.envelope("neo4j_create_relationship", object("{\"fromId\":\"" + ada + "\",\"toId\":\"" + paper + "\",\"type\":\"MENTIONS\",\"properties\":{\"page\":7}}"));

        run("neo4j_find_path", "{\"fromId\":\"" + ada + "\",\"toId\":\"" + paper + "\"}");
        page.waitForSelector(".picture canvas");
        page.waitForFunction(PIXELS);

        assertThat(page.locator("table:has(caption:text('Nodes')) tbody tr").allTextContents().get(0)).isEqualTo("AdaEntity");
        assertThat(page.locator("table:has(caption:text('Relationships')) tbody tr").textContent()).startsWith("AdaMENTIONSNotes <img");
        page.locator("button.link:text-is('MENTIONS')").press("Enter");
        assertThat(page.locator(".details").textContent()).contains("MENTIONS", "page 7");
        page.evaluate("() => document.querySelector('.picture').scrollIntoView()");
        Object at = page.evaluate("""
                () => { const chart = echarts.getInstanceByDom(document.querySelector('.picture')), box = document.querySelector('.picture').getBoundingClientRect();
                        const data = chart.getModel().getSeriesByIndex(0).getData(), [x, y] = chart.convertToPixel({ seriesIndex: 0 }, data.getItemLayout(0));
                        return [box.x + x, box.y + y]; }""");
        List<?> point = (List<?>) at;
        page.mouse().click(((Number) point.get(0)).doubleValue(), ((Number) point.get(1)).doubleValue());
        page.waitForFunction("() => document.querySelector('.details').textContent.includes('born 1815')");
        assertThat(page.evaluate("() => window.hacked")).isNull();

        run("neo4j_find_neighbors", "{\"id\":\"" + ada + "\"}");
        page.waitForSelector(".picture canvas");
        assertThat(page.locator("table:has(caption:text('Nodes')) tbody tr").allTextContents()).contains("startstart");
    }

    @Test
    void nodesThatASearchFoundAreShownWithTheirScores() {
        String name = "Lovelace" + System.nanoTime();
        node("{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\"}}");
        run("neo4j_fuzzy_search", "{\"query\":\"" + name + "\"}");

        assertThat(page.locator(".hits h3").first().textContent()).startsWith(name + " Entity score ");
    }

    @Test
    void textOfToolsNeverBecomesHtmlNorAHarmfulLink() {
        run("t_echo", """
                {"items":[{"title":"HOSTILE","url":"javascript:window.hacked=3","snippet":"HOSTILE","source":"HOSTILE"},
                 {"title":"Good","url":"https://example.com/a?b=c","snippet":"s","source":"searxng","publishedAt":"2026-01-02T03:04:05Z"},
                 {"title":"Data","url":"data:text/html,<script>1</script>","snippet":"s","source":"s"}],"HOSTILE":"HOSTILE"}""".replace("HOSTILE", HOSTILE));

        assertThat(page.locator(".hits h3").allTextContents().get(0)).startsWith("<img src=x");
        assertThat(page.locator(".hits a").count()).isEqualTo(1);
        assertThat(page.locator(".hits a").getAttribute("href")).isEqualTo("https://example.com/a?b=c");
        assertThat(page.locator(".hits a").getAttribute("rel")).isEqualTo("noopener noreferrer");
        for (String tab : List.of("Data", "JSON", "curl")) {
            page.click("[role=tab]:text-is('" + tab + "')");
            assertThat(page.locator("main img, main script, main iframe").count()).isZero();
        }
        run("mongo_find_by_id", "{\"id\":\"<img src=x onerror=\\\"window.hacked=5\\\">\"}");
        assertThat(page.locator(".failure").textContent()).contains("<img src=x");
        run("t_echo", """
                {"option":{"title":{"text":"HOSTILE","link":"javascript:window.hacked=4","target":"self"},"tooltip":{"formatter":"HOSTILE","alwaysShowContent":true},
                 "xAxis":{"data":["HOSTILE"]},"yAxis":{},"series":[{"type":"bar","name":"HOSTILE","data":[1],"symbol":"image://https://example.com/x.png"}]}}"""
                .replace("HOSTILE", HOSTILE));
        page.waitForSelector(".picture canvas");
        page.locator(".picture").hover();
        assertThat(page.locator(".picture").getAttribute("aria-label")).contains("<img src=x");
        assertThat(page.evaluate("() => window.hacked")).isNull();
    }

    @Test
    void evenHtmlThatGotInWouldBeDead() {
        page = browser.open("");
        page.waitForSelector("#groups a");

        assertThat(page.evaluate("""
                () => { try { document.getElementById('main').innerHTML = '<img src=x onerror="window.hacked=1">'; return 'taken'; } catch (e) { return e.name; } }"""))
                .isEqualTo("TypeError");
        page.evaluate("() => { const s = document.createElement('script'); try { s.textContent = 'window.hacked = 2'; } catch (e) { /* refused */ } document.body.append(s); }");
        assertThat(page.evaluate("() => window.hacked")).isNull();
        assertThat(browser.errors()).isNotEmpty();
        browser.errors().clear();
    }

    @Test
    void addressesCanBeKeptAndTheBackButtonGoesBack() {
        page = browser.open("#/tools/mongo_find_all");
        page.waitForSelector(".tool h1");
        assertThat(page.locator("#groups a[aria-current]").textContent()).startsWith("mongo_find_all");
        assertThat(page.title()).isEqualTo("mongo_find_all · Caravan");
        page.click("#go-state");
        page.waitForSelector("h1:text-is('State')");
        page.goBack();
        page.waitForSelector(".tool h1");
        page.goForward();
        page.waitForSelector("h1:text-is('State')");
        page.navigate("http://127.0.0.1:" + port() + "/#/tools/no_such_tool");
        page.waitForSelector("text=There is no tool of that name");
    }

    @Test
    void theStateTellsOfRoutesAndBreakersAndOfNothingSecret() {
        page = browser.open("#/state");
        page.waitForSelector("text=None: every file is in force.");

        assertThat(page.locator("section:has(h2:text-is('Circuit breakers')) tbody tr").allTextContents()).anyMatch(row -> row.startsWith("web-searchclosed"));
        assertThat(page.locator("section:has(h2:text-is('Routes'))").textContent()).contains("routes/tools/documents/mongo_find_all.camel.yaml");
        page.waitForFunction("() => !document.querySelector('.state').textContent.includes('Looking…')");
        assertThat(page.locator("section:has(h2:text-is('Tasks'))").textContent()).containsAnyOf("You have none.", "completed");
        for (String part : List.of("state", "state/work")) {
            String answer = (String) page.evaluate("part => fetch('/page/' + part).then(answer => answer.text())", part);
            assertThat(answer).startsWith("{\"code\":0").doesNotContain("jdbc:", "mongodb://", "bolt://", "password", "api_key");
        }
    }

    @Test
    void theToolsOfAnInstanceAreThereForWhoHasItsKeyAndTheirSearchesAreRead() {
        RestClient rest = new RestClient(port(), "local");
        long table = rest.post("/api/v1/tables", "{\"name\":\"Notes\",\"data\":[\"Tea is grown in the hills of Assam.\",\"Coffee is grown in Ethiopia.\"]}").data().get("id").asLong();
        long tool = rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find_notes\"}").data().get("id").asLong();
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key").textValue();
        Awaitility.await().atMost(90, TimeUnit.SECONDS).until(() -> "ready".equals(rest.get("/api/v1/tools/" + tool + "/search-index").data().get("status").textValue()));
        // once before, which loads the model
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> McpClient.ofInstance(port(), key).call("find_notes", object("{\"query\":\"tea\"}"))
                .result().get("isError").asBoolean() == false);
        page = browser.open("#/tools/find_notes");
        page.waitForSelector("text=There is no tool of that name");

        page.click("#access");
        page.locator("dialog input").nth(1).fill(key);
        page.keyboard().press("Enter");
        page.waitForSelector("[data-name=query]");
        page.fill("[data-name=query]", "Where does tea grow?");
        page.keyboard().press("Control+Enter");
        page.waitForSelector(".hits");

        assertThat(page.locator(".hits pre").first().textContent()).contains("Assam");
        assertThat(page.locator(".hits h3").first().textContent()).contains("score");
        assertThat(page.url()).doesNotContain(key);
        page.click("[role=tab]:text-is('curl')");
        assertThat(page.locator("[role=tabpanel] pre").textContent()).doesNotContain(key).contains("$CARAVAN_INSTANCE");
        page.click("#go-state");
        page.waitForSelector("section:has(h2:text-is('Search indexes')) >> text=find_notes");
        assertThat(page.locator("section:has(h2:text-is('Search indexes')) tr:has-text('find_notes')").first().textContent()).contains("ready");
    }

    @Test
    void noViewBreaksARuleOfAccessibilityNorIsWiderThanANarrowScreen() {
        for (boolean dark : new boolean[] {false, true}) {
            page = browser.open("", 360, dark);
            page.waitForSelector("#groups a");
            fits("tools");
            page.navigate("http://127.0.0.1:" + port() + "/#/tools/neo4j_find_node");
            page.waitForSelector("[data-name=value]");
            page.selectOption("[data-name=value]", "0");
            fits("a form");
            run("echart_generate", "{\"chartType\":\"line\",\"title\":\"T\",\"data\":[{\"x\":\"a\",\"y\":1},{\"x\":\"b\",\"y\":2}]}", page);
            page.waitForSelector(".picture canvas");
            fits("a chart");
            run("t_echo", "{\"items\":[{\"title\":\"T\",\"url\":\"https://example.com/" + "long".repeat(60) + "\",\"snippet\":\"s\"}],\"x\":\"" + "w".repeat(400) + "\"}", page);
            fits("hits");
            page.click("[role=tab]:text-is('JSON')");
            fits("JSON");
            run("mongo_find_by_id", "{\"id\":\"" + "x".repeat(60) + "\"}", page);
            fits("a failure");
            page.click("#go-state");
            page.waitForSelector("text=None: every file is in force.");
            fits("state");
            page.click("#access");
            fits("access");
            if (!dark) {
                page.context().close();
            }
        }
    }

    private static final String PIXELS = """
            () => { const canvas = document.querySelector('.picture canvas'), pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                    return pixels.filter((value, at) => at % 4 === 3 && value > 0).length > 500; }""";

    private void fits(String view) {
        assertThat(PageBrowser.violations(page)).as(view).isEmpty();
        assertThat(page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")).as(view).isEqualTo(true);
    }

    /** Opens the tool and runs it with these arguments, as JSON. */
    private void run(String tool, String arguments) {
        if (page != null) {
            page.context().close();
        }
        page = browser.open("");
        run(tool, arguments, page);
    }

    private void run(String tool, String arguments, Page where) {
        where.navigate("http://127.0.0.1:" + port() + "/#/tools/" + tool);
        where.waitForSelector("#groups a[aria-current][data-tool=" + tool + "]", new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        where.check("input[value=JSON]");
        where.fill("#arguments", arguments);
        where.click("button[type=submit]");
        where.waitForSelector(".result");
    }

    private String node(String arguments) {
        return client.envelope("neo4j_create_node", object(arguments)).at("/data/id").asText();
    }

    private Object focused(String property) {
        return page.evaluate("() => document.activeElement." + property);
    }

    /** By Tab alone; wherever it passes, one sees where one is. */
    private void tabTo(String selector) {
        Locator target = page.locator(selector);
        for (int i = 0; i < 80; i++) {
            page.keyboard().press("Tab");
            assertThat(page.evaluate("() => document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
                    .as("focus is seen on " + page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")).isEqualTo(true);
            if (Boolean.TRUE.equals(target.first().evaluate("element => element === document.activeElement"))) {
                return;
            }
        }
        throw new AssertionError(selector + " is not reached by Tab");
    }
}
