package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.caravan.BrowserWindows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page can be used by keyboard alone and on narrow screens, and follows the accessibility rules of WCAG. */
@Tag("nightly")
class PageAccessibilityTest extends PageTest {

    @Test
    void keyboardAloneFindsFillsInAndRunsATool() {
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
    void viewsAreAccessibleAndFitNarrowScreens() {
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
            run("t_echo", "{\"items\":[{\"title\":\"T\",\"url\":\"https://example.com/" + "long".repeat(60)
                    + "\",\"snippet\":\"s\"}],\"x\":\"" + "w".repeat(400) + "\"}", page);
            fits("hits");
            page.click("[role=tab]:text-is('JSON')");
            fits("JSON");
            run("mongo_find_by_id", "{\"id\":\"" + "x".repeat(60) + "\"}", page);
            fits("a failure");
            page.click("#go-state");
            page.waitForSelector("text=None: all route files are active.");
            fits("state");
            page.click("#access");
            fits("access");
            if (!dark) {
                BrowserWindows.close(page);
            }
        }
    }

    private void fits(String view) {
        assertThat(PageBrowser.violations(page)).as(view).isEmpty();
        assertThat(page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")).as(view)
                .isEqualTo(true);
    }

    /** By Tab alone; wherever it passes, one sees where one is. */
    private void tabTo(String selector) {
        Locator target = page.locator(selector);
        for (int i = 0; i < 80; i++) {
            page.keyboard().press("Tab");
            assertThat(page.evaluate(
                    "() => document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
                    .as("focus is seen on " + page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")).isEqualTo(true);
            if (Boolean.TRUE.equals(target.first().evaluate("element => element === document.activeElement"))) {
                return;
            }
        }
        throw new AssertionError(selector + " is not reached by Tab");
    }
}
