package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An output that a page shows is found in the real one, whatever differs in each run; one that isn't real is told. */
class ShownOutputTest {

    private static final String REAL = "{\"result\":{\"data\":{\"id\":\"01a21602-af58-7e48-b0d9-af42be2ffad6\",\"names\":[\"a\",\"b\","
            + "\"c\"],\"count\":3},\"tookMs\":17}}";

    private final ShownOutput output = new ShownOutput();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            {"id":"2f1c2d94-97bb-48fe-9ab3-06e50d0a31a8","names":["a","b","c"],"count":3} | true
            {"count":3,…} | true
            {"names":["a",…],…} | true
            {"names":[…,"c"],…} | true
            "data":{…"count":3} | true
            "tookMs":5 | true
            {"count":3} | false
            {"count":4,…} | false
            {"id":"another",…} | false
            {"names":["a","b"],…} | false
            {"names":["b",…],…} | false
            no such line | false
            """)
    void shownOutputIsComparedWithTheRealOne(String shown, boolean there) {
        assertThat(output.missing(shown, REAL).isEmpty()).isEqualTo(there);
    }

    @Test
    void durationsAndPortsMayDiffer() {
        String log = "12:00 INFO RouteReloader : Routes file applied file=greet.camel.yaml changes=\"added greet\" took=3ms\nCaravan is "
                + "ready routes=12\nmongo        mongodb://127.0.0.1:21422   4.5 s";
        assertThat(output.missing(
                "Routes file applied file=greet.camel.yaml changes=\"added greet\" took=72ms\nCaravan is ready routes=323\nmongo        "
                        + "mongodb://127.0.0.1:30341   0.6 s",
                log)).isEmpty();
        assertThat(output.missing("Routes file applied file=greet.camel.yaml changes=\"replaced greet\" took=72ms", log)).hasSize(1);
    }

    @Test
    void laterCommandsUseRealIds() {
        String real = "{\"id\":\"11111111-1111-1111-1111-111111111111\",\"name\":\"a\"}{\"id\":\"22222222-2222-2222-2222-222222222222\","
                + "\"name\":\"b\"}";
        assertThat(output.missing(
                "\"id\":\"aaaaaaaa-1111-1111-1111-111111111111\",\"name\":\"a\"\n\"id\":\"bbbbbbbb-2222-2222-2222-222222222222\","
                        + "\"name\":\"b\"",
                real)).isEmpty();
        assertThat(output.told("delete bbbbbbbb-2222-2222-2222-222222222222 of aaaaaaaa-1111-1111-1111-111111111111"))
                .isEqualTo("delete 22222222-2222-2222-2222-222222222222 of 11111111-1111-1111-1111-111111111111");
    }
}
