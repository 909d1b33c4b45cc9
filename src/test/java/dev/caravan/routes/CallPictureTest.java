package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The picture of a call's way has the twelve boxes that its page explains. */
class CallPictureTest {

    private static final int BOXES = 12;

    @Test
    void thePictureHasTheBoxesThatThePageExplains() throws IOException {
        List<String> picture = found("<text x=\"\\d+\" y=\"\\d+\">(\\d+ [a-zA-Z-]+)", "images/call.svg");
        List<String> page = found("(?m)^ ?(\\d+ [a-zA-Z-]+)", "concepts/architecture.md");

        assertThat(page).hasSize(BOXES);
        assertThat(picture).map(CallPictureTest::number)
                .containsExactlyInAnyOrderElementsOf(page.stream().map(CallPictureTest::number).toList());
        for (String step : List.of("2 readSession", "3 admitRequest", "5 openCall", "11 closeCall", "12 writeReply")) {
            assertThat(picture).contains(step);
            assertThat(page).contains(step);
        }
    }

    private static int number(String box) {
        return Integer.parseInt(box.substring(0, box.indexOf(' ')));
    }

    private static List<String> found(String pattern, String file) throws IOException {
        return Pattern.compile(pattern).matcher(Files.readString(Path.of("src/site/markdown", file))).results()
                .map((MatchResult match) -> match.group(1)).toList();
    }
}
