package dev.caravan.guide;

import dev.caravan.Needs;
import dev.caravan.embedded.ServerKind;
import dev.caravan.guide.GuideBlock.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command of the guide that can run has the output that its page shows, with the servers of the quick start that the pages ask. */
@Tag("full")
class AllPagesTest {

    private static QuickStartPlace place;

    static List<GuidePage> pages() {
        return GuidePage.all().stream().filter(page -> !QuickPagesTest.PAGES.contains(page.name()) && !FirstPagesTest.PAGES.contains(page.name()) && GuideBlock.of(page).stream().anyMatch(block -> block.kind() == Kind.COMMAND || block.kind() == Kind.ROUTES))
                .toList();
    }

    @BeforeAll
    static void start() throws IOException {
        Needs.program(Path.of("/usr/bin/curl"), "curl");
        place = new QuickStartPlace("mongo,postgresql,neo4j,artemis,medical" + (ServerKind.SEARX.isInstalled() ? ",searx" : ""));
    }

    @AfterAll
    static void stop() {
        if (place != null) {
            place.close();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsOfThePageReturnWhatItShows(GuidePage page) throws IOException {
        if (page.name().equals("guides/web-search.md")) {
            Needs.installed(ServerKind.SEARX.isInstalled(), "apt-get install searx");
        }
        PageWalk.through(page, place);
    }
}
