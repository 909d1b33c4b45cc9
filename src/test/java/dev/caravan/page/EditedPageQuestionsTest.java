package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page shows what a tool asks during its run as a dialog and sends the answer, the refusal or the lack of a decision. */
@Tag("nightly")
class EditedPageQuestionsTest extends EditedPageTest {

    @Test
    void questionOfAToolIsADialog() {
        save("t_asks", """
                - route:
                    id: t_asks
                    from:
                      uri: ai-tool:t_asks
                      parameters:
                        description: Asks before it goes on.
                        readOnlyHint: true
                      steps:
                        - to:
                            uri: mcp:elicit
                            parameters:
                              key: order
                              message: How many, and where to?
                              field.number: integer
                              field.city: string
                        - setBody:
                            simple: "It was ${body[action]}: ${body[content]}"
                """);
        page = browser.open("#/tools/t_asks");
        page.click("button[type=submit]");
        page.waitForSelector("dialog[open]");
        assertThat(page.locator("dialog").textContent()).contains("How many, and where to?");
        assertThat(PageBrowser.violations(page)).isEmpty();
        page.fill("dialog [data-name=number]", "many");
        page.click("dialog >> text=Answer");
        assertThat(page.locator("dialog").textContent()).contains("Must be a whole number");
        page.fill("dialog [data-name=number]", "3");
        page.fill("dialog [data-name=city]", "Wien");
        page.keyboard().press("Enter");
        page.waitForSelector(".result");
        assertThat(page.locator("dialog").count()).isZero();
        assertThat(page.locator(".result").textContent()).contains("It was accept:", "number", "3", "Wien");

        page.click("button[type=submit]");
        page.waitForSelector("dialog[open]");
        page.click("dialog >> text=Decline");
        page.waitForSelector(".result:has-text('The user declined')");
        page.click("button[type=submit]");
        page.waitForSelector("dialog[open]");
        page.keyboard().press("Escape");
        page.waitForSelector(".result:has-text('The user did not decide')");
    }
}
