package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.OwnGateway;
import dev.caravan.source.SourceGateways;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page shows the sources of all kinds. An operator adds, changes and removes them there. */
@Tag("nightly")
class SourcesPageTest extends SourceGateways {

    private static final String SECTION = "section:has(h2:text-is('Sources of tools')) ";

    @Override
    protected OwnGateway.Builder gateway(Path files) {
        save(files.resolve("apis/shop.openapi.yaml"),
                "openapi: 3.0.0\nservers: [{url: \"http://127.0.0.1:1\"}]\npaths: {/a: {get: {operationId: shop_one}}}\n");
        save(files.resolve("kamelets/say.yaml"), "kamelet: log-sink\n");
        save(files.resolve("kamelets/bad.yaml"), "kamelet: log-snik\n");
        return super.gateway(files);
    }

    @Test
    void operatorSeesAddsChangesAndRemovesSources() {
        try (PageBrowser browser = new PageBrowser(gateway.port())) {
            Page page = browser.open("#/state");
            page.waitForSelector(SECTION + "tr:has-text('say') >> text=active");
            page.waitForSelector(SECTION + "tr:has-text('shop') >> text=active");
            assertThat(page.locator(SECTION + "tr:has-text('bad')").textContent()).contains("refused", "there is no Kamelet log-snik");

            page.click(SECTION + "button:text-is('Add a source')");
            page.locator("dialog input").fill("hall");
            page.locator("dialog textarea").first().fill("url: nonsense\n");
            assertThat(PageBrowser.violations(page)).isEmpty();
            page.click("dialog button:text-is('Add')");
            page.waitForSelector("dialog .problem:has-text('url must begin with http')");
            page.locator("dialog textarea").first().fill("url: http://127.0.0.1:1/mcp\nheaders: {X-Key: hunter2}\nreconnect: on-call\n");
            page.click("dialog button:text-is('Add')");
            page.waitForSelector(SECTION + "tr:has-text('hall') >> text=idle");
            page.waitForCondition(() -> page.locator("dialog").count() == 0);
            assertThat(page.evaluate("() => document.activeElement.textContent")).as("where the reader was").isEqualTo("Add a source");

            page.click("button[aria-label='Change hall']");
            page.waitForSelector("dialog textarea");
            assertThat(page.locator("dialog textarea").inputValue()).contains("***").doesNotContain("hunter2");
            page.locator("dialog textarea").fill(page.locator("dialog textarea").inputValue() + "tags: [hall]\n");
            page.click("dialog button:text-is('Save')");
            page.waitForCondition(() -> page.locator("dialog").count() == 0);
            assertThat(read(servers.resolve("hall.yaml"))).contains("hunter2", "tags: [hall]");

            page.click("button[aria-label='Remove hall']");
            page.click("dialog button:text-is('Remove')");
            page.waitForCondition(() -> page.locator(SECTION + "tr:has-text('hall')").count() == 0);
            page.click("button[aria-label='Remove say']");
            page.click("dialog button:text-is('Remove')");
            page.waitForSelector(SECTION + ".problem:has-text('caravan.sources.editable does not have kamelets')");
            assertThat(browser.errors()).isEmpty();
        }
    }
}
