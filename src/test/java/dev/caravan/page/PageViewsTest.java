package dev.caravan.page;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page lists the tools by tag and shows the state of the gateway and the tools of an instance, each at its own address. */
@Tag("nightly")
class PageViewsTest extends PageTest {

    @Test
    void toolsAreGroupedByTagAndSearchable() {
        page = browser.open("");
        page.waitForSelector("#groups a");

        assertThat(page.locator("#groups h2").allTextContents()).contains("charts", "documents", "graph", "web");
        assertThat(page.locator("#groups section:has(h2:text-is('documents')) .name").allTextContents()).contains("mongo_save_document",
                "mongo_find_all");
        page.fill("#search", "DELETE docum");
        assertThat(page.locator("#groups .name").allTextContents()).contains("mongo_delete_document").doesNotContain("mongo_find_all",
                "neo4j_delete_node");
        assertThat(page.locator("#count").textContent()).matches("\\d tools? of \\d+");
    }

    @Test
    void addressesAreBookmarkableAndTheBackButtonWorks() {
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
        page.waitForSelector("text=The tool does not exist");
    }

    @Test
    void stateShowsRoutesAndBreakersButNoSecrets() {
        page = browser.open("#/state");
        page.waitForSelector("text=None: all route files are active.");

        assertThat(page.locator("section:has(h2:text-is('Circuit breakers')) tbody tr").allTextContents())
                .anyMatch(row -> row.startsWith("web-searchclosed"));
        assertThat(page.locator("section:has(h2:text-is('Routes'))").textContent())
                .contains("routes/tools/documents/mongo_find_all.camel.yaml");
        page.waitForFunction("() => !document.querySelector('.state').textContent.includes('Loading…')");
        assertThat(page.locator("section:has(h2:text-is('Tasks'))").textContent()).containsAnyOf("You have none.", "completed");
        for (String part : List.of("state", "state/work")) {
            String answer = (String) page.evaluate("part => fetch('/page/' + part).then(answer => answer.text())", part);
            assertThat(answer).startsWith("{\"code\":0").doesNotContain("jdbc:", "mongodb://", "bolt://", "password", "api_key");
        }
    }

    @Test
    void keyShowsToolsAndSearchResultsOfItsInstance() {
        RestClient rest = new RestClient(port(), "local");
        long table = rest
                .post("/api/v1/tables",
                        "{\"name\":\"Notes\",\"data\":[\"Tea is grown in the hills of Assam.\",\"Coffee is grown in Ethiopia.\"]}")
                .data().get("id").asLong();
        long tool = rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find_notes\"}").data().get("id").asLong();
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key")
                .textValue();
        Awaitility.await().atMost(90, TimeUnit.SECONDS)
                .until(() -> "ready".equals(rest.get("/api/v1/tools/" + tool + "/search-index").data().get("status").textValue()));
        // once before, which loads the model
        Awaitility.await().atMost(60, TimeUnit.SECONDS)
                .until(() -> McpClient.ofInstance(port(), key).call("find_notes", object("{\"query\":\"tea\"}"))
                .result().get("isError").asBoolean() == false);
        page = browser.open("#/tools/find_notes");
        page.waitForSelector("text=The tool does not exist");

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
        assertThat(page.locator("section:has(h2:text-is('Search indexes')) tr:has-text('find_notes')").first().textContent())
                .contains("ready");
    }
}
