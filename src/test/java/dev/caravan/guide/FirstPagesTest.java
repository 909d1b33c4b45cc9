package dev.caravan.guide;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Pages of the guide that show what a new place with two databases answers have that output. */
@Tag("full")
class FirstPagesTest extends PagesTest {

    static final List<String> PAGES = List.of("guides/tools-and-instances.md", "guides/resources-and-prompts.md", "guides/charts.md",
            "guides/agent-run.md", "guides/talk-with-the-client.md");

    FirstPagesTest() {
        super("mongo,postgresql");
    }

    static List<String> pages() {
        return PAGES;
    }
}
