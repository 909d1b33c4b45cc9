package dev.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6901, with the examples of its section 5. */
class PointerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EXAMPLE = "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
            + "\"k\\\"l\":6,\" \":7,\"m~n\":8,\"x\":null,\"01\":9,\"-1\":10}";

    @ParameterizedTest
    @CsvSource(delimiter = '=', ignoreLeadingAndTrailingWhitespace = false, quoteCharacter = '`', value = {"/foo=[\"bar\",\"baz\"]",
        "/foo/0=\"bar\"", "/=0", "/a~1b=1", "/c%d=2", "/e^f=3", "/g|h=4", "/i\\j=5", "/k\"l=6", "/ =7", "/m~0n=8",
            "/x=null", "/01=9", "/-1=10", "/foo/1=\"baz\""})
    void existingPathsAreFound(String pointer, String value) throws Exception {
        assertThat(at(pointer).in(JSON.readTree(EXAMPLE))).contains(JSON.readTree(value));
    }

    @Test
    void emptyPointerIsTheWholeDocument() throws Exception {
        JsonNode document = JSON.readTree(EXAMPLE);
        assertThat(at("").in(document)).contains(document);
        assertThat(Pointer.ROOT.tokens()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/foo/2", "/foo/-", "/foo/-1", "/foo/01", "/foo/1.0", "/foo/0/x", "/foo/", "/nothing", "/x/y", "//"})
    void missingPathsAreNotFound(String pointer) throws Exception {
        JsonNode document = JSON.readTree(EXAMPLE);
        assertThat(at(pointer).in(document)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "/~", "/a~2", "/a~", "#/foo", " /foo"})
    void invalidPointersAreRefused(String pointer) {
        assertThat(Pointer.parse(pointer)).isEmpty();
    }

    @Test
    void pointersMayHaveMillionsOfCharacters() {
        assertThat(Pointer.parse("/x".repeat(2_000_000))).isEmpty();
        assertThat(Pointer.parse("/x".repeat(5_000)).orElseThrow().tokens()).hasSize(5_000);
    }

    private static Pointer at(String text) {
        return Pointer.parse(text).orElseThrow();
    }

    @Test
    void pointersHaveStepsAndContainOthers() throws Exception {
        assertThat(at("/a~1b//m~0n/0/~01").tokens()).containsExactly("a/b", "", "m~n", "0", "~1");
        Pointer base = at("/a");
        assertThat(base.child("x/~").toString()).isEqualTo("/a/x~1~0");
        assertThat(at("/a/b/c").from(base).toString()).isEqualTo("/b/c");
        assertThat(base.from(base)).isEqualTo(Pointer.ROOT);
        assertThat(at("/ab").isWithin(base)).isFalse();
        assertThat(at("/ab").isWithin(Pointer.ROOT)).isTrue();
        assertThat(List.of(at("/a"))).contains(base);
    }
}
