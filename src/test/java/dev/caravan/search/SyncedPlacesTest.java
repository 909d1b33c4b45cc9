package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sync changes what is at its place, and leaves what is outside of it. */
@Timeout(120)
@Tag("full")
class SyncedPlacesTest extends SearchTest {

    @Test
    void deletedTextLeavesTheIndex() throws Exception {
        sync("", "{\"a\": \"one\", \"b\": \"two\", \"c\": {\"d\": \"three\"}}");

        SyncCounts counts = sync("", "{\"b\": \"two\"}");

        assertThat(counts.removed()).isEqualTo(2);
        assertThat(stored()).containsExactly("/b#0 two");
        assertThat(found("", "three")).containsExactly("two");
    }

    @Test
    void textOutsideOfTheScopeStays() throws Exception {
        sync("/a", "[\"one\"]");
        sync("/ab", "[\"two\"]");
        sync("/a~1b", "[\"three\"]");

        index.sync(collection, at("/a"), MissingNode.getInstance(), QUIET);

        assertThat(stored()).containsExactly("/ab/0#0 two", "/a~1b/0#0 three");
    }

    @Test
    void nestedScopeIsPartOfTheOuterOne() throws Exception {
        sync("", "{\"a\": {\"x\": \"one\", \"y\": \"two\"}, \"b\": \"three\"}");

        sync("/a/x", "\"changed\"");
        assertThat(stored()).containsExactly("/a/x#0 changed", "/a/y#0 two", "/b#0 three");
        sync("/a", "\"whole\"");

        assertThat(stored()).containsExactly("/a#0 whole", "/b#0 three");
    }

    @Test
    void keepOnlyRemovesTextOutsideOfAllScopes() throws Exception {
        sync("", "{\"a\": [\"one\"], \"ab\": [\"two\"], \"c\": {\"d\": [\"three\"], \"e\": \"four\"}}");

        assertThat(index.keepOnly(collection, List.of(at("/a"), at("/c/d")))).isEqualTo(2);
        assertThat(stored()).containsExactly("/a/0#0 one", "/c/d/0#0 three");
        assertThat(found("", "two")).containsExactlyInAnyOrder("one", "three");

        assertThat(index.keepOnly(collection, List.of())).isEqualTo(2);
        assertThat(stored()).isEmpty();
        assertThat(found("", "one")).isEmpty();
        assertThat(gateway.driver.executableQuery("MATCH (c:CaravanCollection {name: $name}) RETURN c")
                .withParameters(java.util.Map.of("name", collection)).execute().records()).isEmpty();
    }

    @Test
    void newCollectionHasNothingOfTheOldOne() throws Exception {
        sync("", "[\"old words\"]");
        assertThat(found("", "words")).containsExactly("old words");
        index.keepOnly(collection, List.of());

        sync("", "[\"new words\"]");

        assertThat(found("", "words")).containsExactly("new words");
    }
}
