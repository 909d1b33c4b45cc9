package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server says of its tools is data: each is offered within limits, or refused alone. */
class ToolReviewTest {

    private static final JsonNode GOOD = json("{\"name\":\"good\",\"description\":\"Good.\",\"inputSchema\":{\"type\":\"object\"}}");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"name\":\"\"}|a tool's name must be",
        "{\"name\":7}|a tool's name must be",
        "{\"name\":\"a\\nb\"}|a tool's name must be",
        "{\"name\":\"a b\"}|a tool's name must be",
        "{}|a tool's name must be",
        "[1]|a tool's name must be",
        "null|a tool's name must be",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"array\"}}|must have \"type\": \"object\"",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"nonsense\"}}}}|not a valid JSON Schema",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"https://example.com/other.json\"}}}}|is "
                + "not supported",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#\"}]}}|inputSchema",
        "{\"name\":\"good\"}|its name good is already used by the server's tool good"})
    void invalidToolIsRefusedAlone(String tool, String reason) {
        DefinitionReview review = review(exposure(false), Map.of(), List.of(GOOD, json("{\"tool\":" + tool + "}").get("tool")));

        assertThat(review.offered()).containsOnlyKeys("good");
        assertThat(review.refused().values()).singleElement().asString().contains(reason);
    }

    @Test
    void textsAreShortenedAndLoseControlCharacters() {
        ObjectNode tool = (ObjectNode) GOOD.deepCopy();
        tool.put("title", "T".repeat(1_000)).put("description", "a\u0000b\u001b[31mc\u202Ed\ne" + "x".repeat(1_000_000));
        ObjectNode definition = review(exposure(false), Map.of(), List.of(tool)).offered().get("good").definition();

        assertThat(definition.get("title").asText()).hasSize(201).endsWith("…");
        assertThat(definition.get("description").asText()).startsWith("ab[31mcd\nex").hasSize(10_001);
    }

    @Test
    void definitionHasATotalLimit() {
        ObjectNode tool = (ObjectNode) GOOD.deepCopy();
        tool.with("inputSchema").put("description", "x".repeat(300_000));

        assertThat(review(exposure(false), Map.of(), List.of(tool)).refused().get("good")).contains("at most 200000");
    }

    @Test
    void schemasWithCyclesAreOfferedIfTheyEndInValues() {
        JsonNode tree = json(
                "{\"name\":\"tree\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"left\":{\"$ref\":\"#\"},"
                        + "\"right\":{\"$ref\":\"#\"}}}}");

        assertThat(review(exposure(false), Map.of(), List.of(tree)).offered()).containsOnlyKeys("tree");
    }

    @Test
    void firstToolsOfTenThousandAreOffered() {
        ArrayNode many = McpClient.JSON.createArrayNode();
        for (int i = 0; i < 10_000; i++) {
            many.add(((ObjectNode) GOOD.deepCopy()).put("name", "t" + i));
        }
        DefinitionReview review = review(exposure(false), Map.of(), many);

        assertThat(review.offered()).hasSize(500).containsKey("t499");
        assertThat(review.beyond().size()).isEqualTo(9_500);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"readOnlyHint\":true}|{\"readOnlyHint\":false}|readOnlyHint",
        "{\"readOnlyHint\":true}|{}|readOnlyHint",
        "{\"destructiveHint\":false}|{}|destructiveHint",
        "{\"idempotentHint\":true}|{\"idempotentHint\":\"yes\"}|idempotentHint",
        "{\"openWorldHint\":false}|{\"openWorldHint\":true}|openWorldHint",
        "{}|{\"readOnlyHint\":true}|-",
        "{}|{\"destructiveHint\":true}|-"})
    void weakerHintsWait(String before, String after, String weaker) {
        DefinitionReview review = review(exposure(false), Map.of("good", hinted(before)), List.of(hinted(after)));

        if (weaker.equals("-")) {
            assertThat(review.waiting()).isEmpty();
            assertThat(review.accepted().get("good").get("annotations")).isEqualTo(json(after));
        } else {
            assertThat(review.waiting().get("good").weaker()).containsExactly(weaker);
            assertThat(review.accepted().get("good").get("annotations")).isEqualTo(json(before));
        }
    }

    @Test
    void pinnedServerIsAcceptedOnceAndLaterChangesWait() {
        JsonNode other = ((ObjectNode) GOOD.deepCopy()).put("description", "Other.");
        assertThat(review(exposure(true), Map.of(), List.of(GOOD)).waiting()).isEmpty();

        DefinitionReview review = review(exposure(true), Map.of("good", GOOD),
                List.of(other, ((ObjectNode) GOOD.deepCopy()).put("name", "added")));
        assertThat(review.offered()).containsOnlyKeys("good");
        assertThat(review.offered().get("good").definition().get("description").asText()).isEqualTo("Good.");
        assertThat(review.waiting()).containsOnlyKeys("added", "good");
    }

    private static JsonNode hinted(String annotations) {
        return ((ObjectNode) GOOD.deepCopy()).set("annotations", json(annotations));
    }

    private static Exposure exposure(boolean pin) {
        return new Exposure("", List.of("*"), 500, pin, false, false, Map.of());
    }

    private static DefinitionReview review(Exposure exposure, Map<String, JsonNode> accepted, Iterable<JsonNode> sent) {
        return DefinitionReview.of(DefinitionKind.TOOL, exposure, !accepted.isEmpty(), new LinkedHashMap<>(accepted), sent);
    }

    private static JsonNode json(String text) {
        return McpClient.object(text);
    }
}
