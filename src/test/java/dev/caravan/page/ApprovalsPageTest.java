package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page shows what upstream servers offer, and an operator approves there a definition that waits. */
@Tag("nightly")
class ApprovalsPageTest {

    @Test
    void operatorSeesAndApprovesAChangedDefinition() throws IOException {
        OwnGateway.Builder routes = OwnGateway.withEntries().shared().file("greet", greet("Greet somebody."));
        Path sources = TemporaryFolder.make("upstream");
        try (OwnGateway upstream = routes.start()) {
            ServerFiles.save(sources.resolve("servers"), "approved", "{url: '%s/mcp', expose: {pin: true}}".formatted(upstream.url()));
            try (OwnGateway gateway = gateway(sources).start(); PageBrowser browser = new PageBrowser(gateway.port())) {
                Page page = browser.open("#/state");
                page.waitForSelector("section:has(h2:text-is('Tools of upstream servers')) td:text-is('approved')");
                assertThat(page.locator("h3:text-is('Definitions that wait for approval')").count()).isZero();

                routes.file("greet", greet("Changed."));
                page.locator("details.waiting summary").click();

                assertThat(page.locator("details.waiting summary").textContent()).contains("greet of approved")
                        .contains("description changed");
                assertThat(page.locator("details.waiting pre").allTextContents()).hasSize(2).first().asString().contains("Greet somebody.");
                assertThat(PageBrowser.violations(page)).isEmpty();
                page.click("details.waiting button:text-is('Approve')");
                routes.file("greet", greet("Changed again."));
                page.waitForSelector("details.waiting pre:has-text('Changed again.')");
                page.click("dialog button:text-is('Approve')");
                page.waitForSelector(".problem:has-text('Not approved: ')");
                page.click("details.waiting button:text-is('Approve')");
                page.click("dialog button:text-is('Approve')");
                page.waitForCondition(() -> page.locator("details.waiting").count() == 0);
                assertThat(page.isVisible(".problem:has-text('Not approved: ')")).isFalse();
                page.waitForCondition(() -> gateway.client()
                        .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "MCP-Protocol-Version", "2025-11-25").json()
                        .toString()
                        .contains("Changed again."));
                assertThat(browser.errors()).isEmpty();
            }
        }
    }

    private static String greet(String description) {
        return RouteYaml.tool("greet", "description: " + description + "\nreadOnlyHint: true\n",
                "- setProperty: {name: any, constant: any}");
    }

    private static OwnGateway.Builder gateway(Path sources) throws IOException {
        return OwnGateway.withSources(sources).shared().file("approvals", Files.readString(Path.of("routes/catalogue/upstream.camel.yaml")))
                .file("endpoints", RouteYaml.endpoint("GET", "/api/v1/upstream", "list-upstream")
                        + RouteYaml.endpoint("POST", "/api/v1/upstream/{server}/approvals", "approve-upstream"));
    }
}
