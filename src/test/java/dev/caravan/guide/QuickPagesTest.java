package dev.caravan.guide;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a newcomer types first, from README and the first page of the guide, has the output that the pages show. */
class QuickPagesTest {

    static final List<String> PAGES = List.of("README.md", "guides/add-a-tool.md");

    private static QuickStartPlace place;

    static List<String> pages() {
        return PAGES;
    }

    @BeforeAll
    static void start() throws IOException {
        Needs.program(Path.of("/usr/bin/curl"), "curl");
        place = new QuickStartPlace("mongo,postgresql");
    }

    @AfterAll
    static void stop() {
        if (place != null) {
            place.close();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsOfThePageReturnWhatItShows(String page) throws IOException {
        PageWalk.through(GuidePage.named(page), place);
    }
}
