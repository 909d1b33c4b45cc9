package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page follows a task to its end, even when a busy or stopping gateway refuses to tell of it for a moment. */
@Tag("nightly")
class PageTasksTest {

    private static final Route.FulfillOptions STOPPING = new Route.FulfillOptions().setStatus(503).setContentType("application/json")
            .setBody("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"The gateway is stopping\"}}");

    @Test
    void taskIsFollowedAfterARefusal() {
        String slow = RouteYaml.tool("t_task", "description: Takes a moment.\nreadOnlyHint: true\n", """
                - to: mcp:task
                - delay: {constant: 1500}
                - setBody: {constant: done at last}""");
        try (OwnGateway gateway = OwnGateway.withEntries().shared().store().file("t_task", slow).start();
                PageBrowser browser = new PageBrowser(gateway.port())) {
            Page page = browser.open("#/tools/t_task");
            int[] asked = {0};
            page.route("**/mcp", route -> {
                if (String.valueOf(route.request().postData()).contains("\"tasks/get\"") && asked[0]++ == 0) {
                    route.fulfill(STOPPING);
                } else {
                    route.resume();
                }
            });
            page.click("button[type=submit]");
            page.waitForSelector(".status:has-text('The gateway is stopping')");
            page.waitForSelector(".result:has-text('done at last')");
            assertThat(asked[0]).isGreaterThan(1);
            assertThat(browser.errors()).isEmpty();
        }
    }
}
