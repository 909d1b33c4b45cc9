package dev.caravan.catalogue;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.RestClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A place in a context is found by its JSON Pointer as RFC 6901 says. */
@Tag("full")
class JsonPointerTest extends CatalogueTest {

    private static final String RFC_6901 = "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
            + "\"k\\\"l\":6,\" \":7,\"m~n\":8,"
            + "\"x\":null,\"01\":9,\"-1\":10,\"{a,b}\":11,\"o\":{\"\":{\"\":12}}}";

    @ParameterizedTest
    @CsvSource(delimiter = '=', ignoreLeadingAndTrailingWhitespace = false, quoteCharacter = '`', value = {"/foo=[\"bar\",\"baz\"]",
        "/foo/0=\"bar\"", "/=0", "/a~1b=1",
        "/c%d=2", "/e^f=3", "/g|h=4", "/i\\j=5", "/k\"l=6", "/ =7", "/m~0n=8", "/x=null", "/01=9", "/-1=10", "/{a,b}=11", "/o///=12"})
    void theExamplesOfRfc6901(String pointer, String value) throws Exception {
        long table = table(RFC_6901);
        JsonNode expected = JSON.readTree(value);
        if (pointer.equals("/o///")) {
            assertThat(read(table, "/o//").data().get("data")).isEqualTo(expected);
            assertThat(read(table, pointer).error()).isEqualTo("404/1004");
            return;
        }
        assertThat(read(table, pointer).data().get("data")).isEqualTo(expected);
        ObjectNode place = JSON.createObjectNode().put("json_path", pointer);
        Made instance = instance(tool(table, "get_all_data", "all", place.toString().replaceAll("^\\{|}$", "")));
        assertThat(data(instance, "all", "{}").get("data")).isEqualTo(expected);
    }

    @Test
    void emptyPointerIsTheWholeDocument() throws Exception {
        assertThat(read(table(RFC_6901), "").data().get("data")).isEqualTo(JSON.readTree(RFC_6901));
        assertThat(read(table("5"), "").data().get("data").intValue()).isEqualTo(5);
        assertThat(read(table("null"), "").data().get("data").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/foo/2", "/foo/-", "/foo/-1", "/foo/01", "/foo/+1", "/foo/ 1", "/foo/1.0", "/foo/0/x", "/foo/", "/nothing",
        "/x/y", "//", "/foo/99999999999999999999",
        "/foo/0x0", "/foo/1e0", "/\u0000"})
    void missingPathsAreNotFound(String pointer) {
        assertThat(read(table(RFC_6901), pointer).error()).isEqualTo("404/1004");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "/~", "/a~2", "#/foo", " /foo"})
    void invalidPointersAreRefused(String pointer) {
        long table = table(RFC_6901);
        assertThat(read(table, pointer).error()).isEqualTo("400/1001");
        ObjectNode tool = JSON.createObjectNode().put("table_id", table).put("type", "preview").put("name", "x").put("json_path", pointer);
        assertThat(rest.post("/api/v1/tools", tool.toString()).error()).isEqualTo("422/1006");
    }

    private RestClient.Answer read(long table, String pointer) {
        return rest.get("/api/v1/tables/" + table + "/data?json_pointer_path="
                + URLEncoder.encode(pointer, StandardCharsets.UTF_8).replace("+", "%20"));
    }
}
