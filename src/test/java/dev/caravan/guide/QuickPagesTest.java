package dev.caravan.guide;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** What a newcomer types first, from README and the first page of the guide, has the output that the pages show. */
@Tag("nightly")
class QuickPagesTest extends PagesTest {

    static final List<String> PAGES = List.of("README.md", "guides/add-a-tool.md");

    QuickPagesTest() {
        super("mongo,neo4j,postgresql");
    }

    static List<String> pages() {
        return PAGES;
    }
}
