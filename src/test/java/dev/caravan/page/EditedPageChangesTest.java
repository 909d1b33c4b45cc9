package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The page follows edits of route files: tools come, change and go, and a broken edit is shown until it is repaired. */
class EditedPageChangesTest extends EditedPageTest {

    @Test
    void pageFollowsAddedChangedAndRemovedTools() {
        page = browser.open("#/tools/t_live");
        page.waitForSelector("text=The tool does not exist");
        save("t_live", echo("t_live", "{\"type\":\"object\",\"properties\":{\"first\":{\"type\":\"string\"}}}"));
        page.waitForSelector("[data-name=first]");
        page.fill("[data-name=first]", "kept");

        save("t_live",
                echo("t_live", "{\"type\":\"object\",\"properties\":{\"first\":{\"type\":\"string\"},\"second\":{\"type\":\"string\"}}}"));
        page.waitForSelector("text=This tool has changed.");
        assertThat(page.inputValue("[data-name=first]")).isEqualTo("kept");
        page.click("text=Load the new version");
        page.waitForSelector("[data-name=second]");
        assertThat(page.inputValue("[data-name=first]")).isEqualTo("kept");

        delete("t_live");
        page.waitForSelector("text=The tool does not exist");
    }

    @Test
    void rejectedEditIsShownWithItsLineUntilItIsFixed() {
        save("t_edit", tool("t_edit", "Works", "fine"));
        page = browser.open("#/state");
        page.waitForSelector("text=None: all route files are active.");
        page.waitForSelector("text=edited/t_edit.camel.yaml");

        save("t_edit", tool("t_edit", "Works", "fine").replace("constant:", "constnat:"));
        page.waitForSelector(".broken li");
        assertThat(page.locator(".broken li code").textContent()).containsPattern("edited/t_edit\\.camel\\.yaml:\\d+:\\d+$");
        assertThat(page.locator(".broken li").textContent()).contains("constnat", "last good version is active");
        save("t_new", tool("t_new", "Never worked", "fine").replace("constant:", "constnat:"));
        page.waitForSelector(".broken li:has-text('not active')");

        save("t_edit", tool("t_edit", "Works again", "fine"));
        delete("t_new");
        page.waitForSelector("text=None: all route files are active.");
    }
}
