package dev.caravan.guide;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of the guide that show what a new place with two databases answers have that output. */
@Tag("full")
class FirstPagesTest {

    static final List<String> PAGES = List.of("guides/tools-and-instances.md", "guides/resources-and-prompts.md", "guides/charts.md", "guides/agent-run.md", "guides/talk-with-the-client.md");

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
