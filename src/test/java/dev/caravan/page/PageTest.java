package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.BrowserWindows;
import dev.caravan.GatewayTest;
import dev.caravan.OwnRoutes;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A browser at the page of a gateway with the routes of the repository and a tool that answers its arguments; after each test, nothing was
 * asked of other servers.
 */
@Tag("full")
abstract class PageTest extends GatewayTest {

    static final String HOSTILE = "<img src=x onerror=\\\"window.hacked=1\\\"><script>window.hacked=2</script>";

    @Autowired
    private CamelContext context;

    PageBrowser browser;
    Page page;
    private OwnRoutes routes;

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
        }
        if (routes != null) {
            routes.close();
        }
    }

    @AfterEach
    void nothingLeftTheGatewayAndNothingWasRefused() {
        assertThat(browser.stray()).isEmpty();
        assertThat(browser.errors()).isEmpty();
        BrowserWindows.close(page);
        page = null;
    }

    /** Opens the tool and runs it with these arguments, as JSON. */
    void run(String tool, String arguments) {
        if (page != null) {
            BrowserWindows.close(page);
        }
        page = browser.open("");
        run(tool, arguments, page);
    }

    void run(String tool, String arguments, Page where) {
        where.navigate("http://127.0.0.1:" + port() + "/#/tools/" + tool);
        where.waitForSelector("#groups a[aria-current][data-tool=" + tool + "]",
                new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        where.check("input[value=JSON]");
        where.fill("#arguments", arguments);
        where.click("button[type=submit]");
        where.waitForSelector(".result");
    }

    Object focused(String property) {
        return page.evaluate("() => document.activeElement." + property);
    }
}
