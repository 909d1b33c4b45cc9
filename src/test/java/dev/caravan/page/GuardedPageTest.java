package dev.caravan.page;

import static dev.caravan.KeyedGateway.ALL;
import static dev.caravan.KeyedGateway.DOCUMENTS;
import static dev.caravan.KeyedGateway.READER;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.caravan.embedded.FreePorts;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page asks for a key, shows what that key may see, and reconnects when the gateway comes back. */
@Tag("nightly")
class GuardedPageTest extends GuardedGatewayTest {

    @Test
    void pageAsksForAKeyKeepsItInTheTabAndShowsMissingRights() throws Exception {
        try (PageBrowser browser = new PageBrowser(gateway.port())) {
            Page page = browser.open("#/tools/find_node");
            page.waitForSelector("text=The gateway requires credentials.");
            page.click("text=Enter an API key or token");
            page.keyboard().type("wrong");
            page.keyboard().press("Enter");
            page.waitForSelector("text=401: ");
            page.click("#go-state");
            page.waitForSelector("text=Your credentials do not allow the state");
            page.evaluate(
                    "() => { window.changes = 0; new MutationObserver(() => window.changes++).observe(document.querySelector('.state "
                            + ".problem'), { attributes: true, childList: true }); }");
            int[] asked = {0};
            page.onRequest(request -> asked[0] += request.url().endsWith("/page/state") ? 1 : 0);
            for (int i = 0; i < 3; i++) {
                page.waitForResponse("**/api/v1/sources", () -> { }); // this gateway has no REST API, so it answers 404
            }
            assertThat(page.evaluate("() => window.changes")).as("times that the message went or came back").isEqualTo(0);
            assertThat(asked[0]).as("requests with credentials that were refused").isZero();
            page.goBack();

            access(page, READER);
            page.waitForSelector("a[data-tool=find_document]");
            page.click("button[type=submit]");
            page.click("text=Run it");
            page.waitForSelector(".failure");
            assertThat(page.locator(".failure").textContent()).contains("tools:call");

            access(page, ALL);
            page.waitForSelector("button[type=submit]");
            page.click("button[type=submit]");
            page.click("text=Run it");
            page.waitForSelector(".result h2:text-is('Succeeded')");
            page.click("[role=tab]:text-is('curl')");
            assertThat(page.locator("[role=tabpanel] pre").textContent()).contains("Bearer $CARAVAN_TOKEN").doesNotContain(ALL);
            assertThat(page.url()).doesNotContain(ALL);
            assertThat(page.content()).doesNotContain(ALL);
            assertThat(page.evaluate("() => localStorage.length + document.cookie.length")).isEqualTo(0);

            page.route("**/mcp?*",
                    route -> route.fulfill(new Route.FulfillOptions().setStatus(401).setContentType("application/json").setBody("{}")));
            for (boolean hidden : new boolean[] {true, false}) { // a page that is seen again reads the list again
                page.evaluate(
                        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }); "
                                + "document.dispatchEvent(new Event('visibilitychange')); }",
                        hidden);
            }
            page.waitForSelector(".expired:has-text('The gateway requires credentials.')");
            assertThat(page.locator(".result h2").textContent()).as("what is shown stays").isEqualTo("Succeeded");
            page.unroute("**/mcp?*");

            access(page, DOCUMENTS);
            page.waitForSelector("text=The tool does not exist");
            assertThat(page.locator("#groups .name").allTextContents()).containsExactly("find_document");
            page.click("#go-state");
            page.waitForSelector("text=Only visible to callers who may use every tool.");
            page.click("#access");
            page.click("text=Forget both");
            page.click("#go-tools");
            page.waitForSelector("text=The gateway requires credentials.");
            assertThat(browser.stray()).isEmpty();
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void pageShowsALostGatewayAndReconnects() throws Exception {
        int port = FreePorts.pick();
        try (Relay relay = new Relay(port, gateway.port()); PageBrowser browser = new PageBrowser(port)) {
            Page page = browser.open("");
            access(page, ALL);
            page.waitForSelector("a[data-tool=find_document]");
            for (String view : List.of("#/tools/find_document", "#/state")) {
                page.navigate("http://127.0.0.1:" + port + "/" + view);
                page.waitForSelector(view.equals("#/state") ? "h2:text-is('Circuit breakers')" : "button[type=submit]");
                relay.cut();
                page.waitForSelector("#away:not([hidden]):has-text('Trying again')");
                assertThat(page.locator("#away").getAttribute("role")).isEqualTo("alert");
                if (!view.equals("#/state")) {
                    page.click("button[type=submit]");
                    page.click("text=Run it");
                    page.waitForSelector(".failure:has-text('can’t be reached')");
                }
                relay.mend();
                page.waitForSelector("#away",
                        new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN));
            }
            page.click("#go-tools");
            assertThat(page.locator("#groups .name").allTextContents()).contains("find_document", "find_node");
            assertThat(browser.errors()).isEmpty();
        }
    }

    private static void access(Page page, String key) {
        page.click("#access");
        page.locator("dialog input").first().fill(key);
        page.keyboard().press("Enter");
    }
}
