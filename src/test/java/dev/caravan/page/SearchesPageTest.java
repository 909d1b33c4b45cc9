package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.BrowserWindows;
import dev.caravan.McpClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import dev.caravan.web.LoopbackSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What web_search and the ci_* tools find, as the page shows it, and the task in which an index is made. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL})
@DirtiesContext
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchesPageTest {

    private static final int PORT = FreePorts.pick();
    private static final String SHOP = "page" + UUID.randomUUID();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    private PageBrowser browser;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", SEARCH::url);
        registry.add("caravan.intelligence.workspaces." + SHOP + ".root", () -> shop().toString());
    }

    @BeforeAll
    void start() {
        String found = LoopbackSearch.results(
                LoopbackSearch.result("Caravans of Asia", "https://example.com/caravans", "They carried tea."));
        SEARCH.behave((exchange, query) -> LoopbackSearch.send(exchange, 200, found));
        browser = new PageBrowser(PORT);
    }

    @AfterAll
    void stop() {
        new McpClient(PORT).call("ci_index_status", McpClient.object("{\"action\":\"clear\",\"workspace\":\"" + SHOP + "\"}"));
        SEARCH.close();
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void foundPagesAreLinks() {
        Page page = run("web_search", "{\"query\":\"caravan\"}");

        assertThat(page.locator("[role=tab]").first().textContent()).isEqualTo("Pages");
        assertThat(page.locator(".hits a").getAttribute("href")).isEqualTo("https://example.com/caravans");
        assertThat(page.locator(".hits a").getAttribute("rel")).isEqualTo("noopener noreferrer");
        assertThat(page.locator(".hits").textContent()).contains("Caravans of Asia", "They carried tea.");
        assertThat(browser.errors()).isEmpty();
        BrowserWindows.close(page);
    }

    @Test
    void codeIsIndexedAsATaskThenFoundAndFollowed() {
        Page page = browser.open("#/tools/ci_index_status");
        page.waitForSelector(".tool form");
        page.check("input[value=JSON]");
        page.fill("#arguments", "{\"action\":\"build\",\"workspace\":\"" + SHOP + "\"}");
        page.click("button[type=submit]");
        page.click("text=Run it");
        page.waitForSelector(".status:has-text('Running as task ')");
        page.waitForSelector(".result h2:text-is('Succeeded')", new Page.WaitForSelectorOptions().setTimeout(120_000));
        page.click("#go-state");
        page.waitForSelector("section:has(h2:text-is('Tasks')) tbody tr:has-text('completed')");
        assertThat(page.locator("section:has(h2:text-is('Code indexes')) tbody tr").textContent()).startsWith(SHOP + "ready");
        BrowserWindows.close(page);

        page = run("ci_search", "{\"query\":\"charge the card\"}");
        assertThat(page.locator(".hits h3 code").allTextContents()).anyMatch(place -> place.matches("src/Orders\\.java:\\d+(–\\d+)?"));
        assertThat(page.locator(".hits pre").allTextContents()).anyMatch(code -> code.contains("void pay(int amount)"));
        assertThat(page.locator(".hits h3").first().textContent()).contains("score ");
        assertThat(PageBrowser.violations(page)).isEmpty();
        BrowserWindows.close(page);

        page = run("ci_call_chain", "{\"symbol\":\"pay\"}");
        assertThat(page.locator(".chain section:has(h3:text-is('Called by'))").textContent()).contains("main", "src/Menu.java:");
        assertThat(page.locator(".chain section:has(h3:text-is('Calls'))").textContent()).contains("save", "src/Orders.java:");
        assertThat(PageBrowser.violations(page)).isEmpty();
        assertThat(browser.errors()).isEmpty();
        assertThat(browser.stray()).isEmpty();
        BrowserWindows.close(page);
    }

    private Page run(String tool, String arguments) {
        Page page = browser.open("#/tools/" + tool);
        page.waitForSelector(".tool form");
        page.check("input[value=JSON]");
        page.fill("#arguments", arguments);
        page.click("button[type=submit]");
        page.waitForSelector(".result");
        return page;
    }

    private static Path shop() {
        try {
            Path source = Files.createDirectories(TemporaryFolder.make("caravan-page").resolve("src"));
            Files.writeString(source.resolve("Menu.java"), "class Menu {\n    void main() {\n        new Orders().pay(12);\n    }\n}\n");
            Files.writeString(source.resolve("Orders.java"),
                    "class Orders {\n    /** Charges the customer's card. */\n    void pay(int amount) {\n        save(amount);\n    }\n\n"
                    + "    void save(int amount) {\n        System.out.println(amount);\n    }\n}\n");
            return source.getParent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
