package dev.caravan.guide;

import dev.caravan.Needs;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the commands of pages in one quick start. Subclasses name the pages in a static method {@code pages()}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PagesTest {

    private final String servers;
    private QuickStartPlace place;

    /** @param servers of the quick start, separated by commas */
    PagesTest(String servers) {
        this.servers = servers;
    }

    @BeforeAll
    void start() throws IOException {
        Needs.program(Path.of("/usr/bin/curl"), "curl");
        place = new QuickStartPlace(servers);
    }

    @AfterAll
    void stop() {
        if (place != null) {
            place.close();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsOfThePageReturnWhatItShows(String page) throws IOException {
        if (page.equals("guides/web-search.md")) {
            Needs.installed(ServerKind.SEARX.isInstalled(), "apt-get install searx");
        }
        PageWalk.through(place, GuidePage.named(page).section(GuidePage.OWN_PROJECT, false));
    }
}
