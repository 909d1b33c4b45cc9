package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a context exports, it imports: as a copy of itself, as another context, and as the data of a place. */
@Tag("nightly")
class LargeContextsTest extends CatalogueTest {

    /** 2.5 MB in part of a context. */
    private static String part(String text) {
        return IntStream.range(0, 2_500).mapToObj(i -> "{\"id\":" + i + ",\"text\":\"" + text.repeat(1_000 / text.length()) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private JsonNode grown(long table, String text) {
        for (String key : new String[] {"a", "b"}) {
            rest.post("/api/v1/tables/" + table + "/data",
                    "{\"elements\":[{\"key\":\"" + key + "\",\"content\":" + part(text) + "}]}").data();
        }
        return rest.get("/api/v1/tables/" + table).data();
    }

    @Test
    void contextOfFiveMegabytesIsReadAndWrittenBack() {
        long table = table("{}");
        JsonNode read = grown(table, "tea ");
        assertThat(read.toString().length()).isGreaterThan(5_000_000);

        assertThat(rest.put("/api/v1/tables/" + table, read.toString()).data().get("version")).isEqualTo(read.get("version"));
        JsonNode copy = rest.post("/api/v1/tables", read.toString()).data();
        assertThat(copy.get("data")).isEqualTo(read.get("data"));
        assertThat(copy.get("id")).isNotEqualTo(read.get("id"));
        String items = rest.get("/api/v1/tables/" + table + "/data?json_pointer_path=/a").data().get("data").toString();
        rest.put("/api/v1/tables/" + table + "/data",
                "{\"elements\":[{\"key\":\"b\",\"content\":{\"a\":" + items + ",\"b\":" + items + "}}]}").data();
    }

    /** As Python's json.dumps writes it. */
    @Test
    void textMayBeWrittenWithEscapes() {
        long table = table("{}");
        JsonNode read = grown(table, "绿茶应在八十度的水中");
        String escaped = read.toString().chars().mapToObj(c -> c < 128 ? String.valueOf((char) c) : "\\u%04x".formatted(c))
                .collect(Collectors.joining());
        assertThat(escaped.length()).isGreaterThan(25_000_000);

        assertThat(rest.put("/api/v1/tables/" + table, escaped).data().get("version")).isEqualTo(read.get("version"));
    }

    @Test
    void limitOfAContextAndOfABodyAreTold() {
        RestClient.Answer context = rest.post("/api/v1/tables", "{\"name\":\"a\",\"data\":\"" + "x".repeat(16_100_000) + "\"}");
        assertThat(context.error()).isEqualTo("400/1001");
        assertThat(context.message()).contains("16000000 bytes");
        assertThat(rest.post("/api/v1/tables", "{\"name\":\"" + "x".repeat(32_100_000) + "\"}").error()).isEqualTo("413/1001");
        assertThat(rest.post("/api/v1/tools", "{\"name\":\"" + "x".repeat(5_000_000) + "\"}").error()).isEqualTo("413/1001");
    }

    @Test
    void manySmallValuesAndDeepOnesAreImported() {
        long many = table("{}");
        for (String key : new String[] {"a", "b"}) {
            rest.post("/api/v1/tables/" + many + "/data",
                    "{\"elements\":[{\"key\":\"" + key + "\",\"content\":[" + "{},".repeat(199_000) + "{}]}]}").data();
        }
        long deep = table("{}");
        String content = "{\"a\":".repeat(79) + "{}" + "}".repeat(79);
        for (int steps = 0; steps <= 320; steps += 80) {
            rest.post("/api/v1/tables/" + deep + "/data?json_pointer_path=" + "/a".repeat(steps),
                    "{\"elements\":[{\"key\":\"a\",\"content\":" + content + "}]}").data();
        }
        for (long table : new long[] {many, deep}) {
            JsonNode read = rest.get("/api/v1/tables/" + table).data();
            assertThat(rest.post("/api/v1/tables", read.toString()).data().get("data")).isEqualTo(read.get("data"));
        }
    }
}
