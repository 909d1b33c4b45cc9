package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.json.Pointer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A query is text, whatever it holds, and must say something. */
@Timeout(180)
class QueryTextTest extends SearchTest {

    @Tag("full")
    @Test
    void luceneSyntaxIsText() throws Exception {
        sync("", "[\"pump one\", \"C++ (draft) [v1.2]: a && b || !c\", \"path C:\\\\temp/*.txt ~x^2\", \"AND OR NOT\"]");

        for (String query : List.of("scope:*", "*:*", "text:pump OR scope:x", "(", "\"", "a\\", "+ - && || ! ( ) { } [ ] ^ \" ~ * ? : \\ /",
                "NOT pump", "AND", "pump~0.5^9", "[a TO z]",
                "/.*/", "？！", "the", "a".repeat(3_000), "水".repeat(3_000), "a b ".repeat(2_000), "a-b-".repeat(900), "\u0000\ud83d")) {
            assertThat(index.search(collection, Pointer.ROOT, query, 20)).as(query).hasSize(4);
            assertThat(index.search(collection, Pointer.ROOT, query, 20, SearchIndex.Rankings.KEYWORD)).as(query)
                    .hasSizeLessThanOrEqualTo(4);
        }
        assertThat(index.search(collection, Pointer.ROOT, "(draft)", 5, SearchIndex.Rankings.KEYWORD)).hasSize(1);
        assertThat(index.search(collection, Pointer.ROOT, "C:\\temp/*.txt", 5, SearchIndex.Rankings.KEYWORD).get(0).jsonPath())
                .isEqualTo("/2");
    }

    @Test
    void queryMustNotBeEmpty() {
        assertThatThrownBy(() -> index.search(collection, Pointer.ROOT, " ", 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> index.search(collection, Pointer.ROOT, "x", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
