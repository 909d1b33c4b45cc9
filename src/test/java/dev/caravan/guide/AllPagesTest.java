package dev.caravan.guide;

import dev.caravan.embedded.ServerKind;
import dev.caravan.guide.GuideBlock.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Every command of the guide that can run has the output that its page shows, with the servers of the quick start that the pages ask. */
@Tag("nightly")
class AllPagesTest extends PagesTest {

    AllPagesTest() {
        super("mongo,postgresql,neo4j,artemis,medical" + (ServerKind.SEARX.isInstalled() ? ",searx" : ""));
    }

    static List<String> pages() {
        return GuidePage.all().stream()
                .filter(page -> !QuickPagesTest.PAGES.contains(page.name()) && !FirstPagesTest.PAGES.contains(page.name())
                        && !page.name().equals(OwnProjectTest.TUTORIAL)
                        && GuideBlock.of(page).stream().anyMatch(block -> block.kind() == Kind.COMMAND || block.kind() == Kind.ROUTES))
                .map(GuidePage::name).toList();
    }
}
