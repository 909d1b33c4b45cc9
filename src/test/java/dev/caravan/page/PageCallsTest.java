package dev.caravan.page;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page checks the arguments of a call, asks before a call that may destroy, and shows how the call failed. */
@Tag("nightly")
class PageCallsTest extends PageTest {

    @Test
    void failureShowsCodeMessageAndTrace() {
        run("mongo_find_by_id", "{\"id\":\"none\"}");

        assertThat(page.locator(".result h2").textContent()).isEqualTo("Failed");
        assertThat(page.locator(".failure").textContent()).startsWith("NOT_FOUND").contains("none");
        assertThat(page.locator(".facts").textContent()).containsPattern("Trace[0-9a-f]{32}").containsPattern("Gateway time\\d+ ms");
    }

    @Test
    void missingArgumentIsShownBesideItsFieldAndNothingIsSent() {
        page = browser.open("#/tools/mongo_save_document");
        page.fill("[data-name=topic]", "only");
        page.click("button[type=submit]");

        assertThat(focused("dataset.name")).isEqualTo("content");
        assertThat(page.locator("[data-name=content]").getAttribute("aria-invalid")).isEqualTo("true");
        assertThat(page.locator(".problem[role=alert]").textContent()).contains("content: Required");
        assertThat(page.locator(".result").count()).isZero();
    }

    @Test
    void destructiveToolAsksFirst() {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"t\",\"content\":\"c\"}")).at("/data/id").asText();
        page = browser.open("#/tools/mongo_delete_document");
        assertThat(page.locator(".hints").textContent()).contains("may change or delete");
        page.fill("[data-name=id]", id);
        page.keyboard().press("Enter");
        page.waitForSelector("dialog[open]");
        page.keyboard().press("Escape");
        page.waitForSelector("dialog",
                new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        assertThat(client.envelope("mongo_find_by_id", object("{\"id\":\"" + id + "\"}")).get("ok").asBoolean()).isTrue();

        page.click("button[type=submit]");
        page.click("dialog >> text=Run it");
        page.waitForSelector(".result");
        assertThat(client.envelope("mongo_find_by_id", object("{\"id\":\"" + id + "\"}")).get("ok").asBoolean()).isFalse();
    }

    @Test
    void callIsCopiedAsAShellCommand() throws Exception {
        run("mongo_find_by_topic", "{\"topic\":\"it's \\\"quoted\\\" $HOME `x` 北京\"}");
        page.evaluate(
                "() => new MutationObserver(() => { window.told ||= document.body.innerText.includes('Copied') }).observe(document.body, "
                        + "{subtree: true, childList: true, characterData: true})");
        page.click("text=Copy as curl");
        page.waitForFunction("() => window.told"); // the page shows it for three seconds
        String command = (String) page.evaluate("() => navigator.clipboard.readText()");

        Process shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
        JsonNode answer = McpClient.JSON.readTree(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(shell.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(answer.at("/result/isError").asBoolean()).isFalse();
        assertThat(answer.at("/result/structuredContent/ok").asBoolean()).isTrue();
        assertThat(command).contains("it'\\''s");
    }

    @Test
    void formAndJsonStayInSync() {
        page = browser.open("#/tools/mongo_save_document");
        page.fill("[data-name=topic]", "北京");
        page.click("button:text('Add to tags')");
        page.keyboard().type("city");
        page.check("input[value=JSON]");
        assertThat(object(page.inputValue("#arguments"))).isEqualTo(object("{\"topic\":\"北京\",\"tags\":[\"city\"]}"));
        page.fill("#arguments", "{\"topic\":");
        page.check("input[value=Form]", new Page.CheckOptions().setForce(true).setTrial(true));
        page.click("label:has(input[value=Form])");
        assertThat(page.locator("#arguments-problem").textContent()).startsWith("Not valid JSON: ");
        page.fill("#arguments", "{\"topic\":\"Wien\",\"content\":\"c\",\"tags\":[\"a\",\"b\"]}");
        page.click("label:has(input[value=Form])");

        assertThat(page.inputValue("[data-name=topic]")).isEqualTo("Wien");
        assertThat(page.locator("[data-name^=Item]").count()).isEqualTo(2);
    }
}
