package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.BrowserWindows;
import dev.caravan.EditableGatewayTest;
import dev.caravan.RouteYaml;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A browser at the page of a gateway whose routes the tests edit; after each test, nothing was asked of other servers. */
@Tag("full")
abstract class EditedPageTest extends EditableGatewayTest {

    PageBrowser browser;
    Page page;

    @BeforeAll
    void start() {
        browser = new PageBrowser(port());
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWasRefused() {
        BrowserWindows.close(page);
        assertThat(browser.stray()).isEmpty();
        assertThat(browser.errors()).isEmpty();
    }

    /** A tool that answers its arguments. */
    static String echo(String name, String schema) {
        return RouteYaml.tool(name, """
                description: Answers what it is given.
                readOnlyHint: true
                argSchema: '%s'
                """.formatted(schema.replace("\n", " ").replace("'", "''")), "- setProperty: {name: any, constant: any}");
    }
}
