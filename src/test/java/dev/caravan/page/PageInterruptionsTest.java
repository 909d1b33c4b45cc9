package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.caravan.RouteYaml;
import org.junit.jupiter.api.Test;

/** What comes too late, in between or from a proxy neither acts after its view nor hides what the user must know. */
class PageInterruptionsTest extends EditedPageTest {

    @Test
    void questionEndsWithItsView() {
        save("t_changes", RouteYaml.tool("t_changes", "description: Changes something.\ndestructiveHint: true\n",
                "- setProperty: {name: any, constant: any}"));
        page = browser.open("");
        page.click("a[data-tool=t_changes]");
        page.click("button[type=submit]");
        page.waitForSelector("dialog[open]");
        page.evaluate("() => history.back()");
        page.waitForSelector("dialog", new Page.WaitForSelectorOptions().setState(WaitForSelectorState.DETACHED));
        assertThat(page.locator("article.tool").count()).isZero();
    }

    @Test
    void unfinishedJsonIsKept() {
        save("t_echo", echo("t_echo", "{\"type\":\"object\"}"));
        page = browser.open("#/tools/t_echo");
        page.check("input[value=JSON]");
        page.fill("#arguments", "{\"topic\": ");
        page.click("#go-tools");
        page.waitForSelector("text=Choose a tool");
        page.goBack();
        assertThat(page.inputValue("#arguments")).isEqualTo("{\"topic\": ");
    }

    @Test
    void lostConnectionOfTheStateEndsWithItsView() {
        page = browser.open("#/state");
        page.waitForSelector("h2:text-is('Circuit breakers')");
        page.route("**/page/state", Route::abort);
        page.waitForSelector("#away:not([hidden])");
        page.click("#go-tools");
        page.waitForSelector("#away", new Page.WaitForSelectorOptions().setState(WaitForSelectorState.HIDDEN));
    }

    @Test
    void answerOfAnotherServerIsTold() {
        page = browser.open("#/state");
        page.waitForSelector("section:has(h2:text-is('Routes')) p:has-text('routes')");
        page.route("**/page/state",
                route -> route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody("<h1>Log in</h1>")));
        page.waitForSelector("#away:not([hidden]):has-text('answer is not valid')");
        page.unroute("**/page/state");
        page.waitForSelector("#away", new Page.WaitForSelectorOptions().setState(WaitForSelectorState.HIDDEN));
    }
}
