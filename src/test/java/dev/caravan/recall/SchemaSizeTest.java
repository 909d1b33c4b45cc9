package dev.caravan.recall;

import static dev.caravan.recall.SchemaChecks.assertBeyondBounds;
import static dev.caravan.recall.SchemaChecks.assertPlainAndValid;
import static dev.caravan.recall.SchemaChecks.bounded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A schema that would become too large is cut, or refused with the reason. */
@Tag("full")
class SchemaSizeTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each is 27 million parts or more, were it not cut. */
    @ParameterizedTest
    @ValueSource(strings = {"properties", "patternProperties", "dependentSchemas", "allOf", "anyOf", "prefixItems"})
    void explodingSchemaIsPruned(String keyword) throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        fanOut(schema, keyword, "A", 300);
        for (String[] step : new String[][] {{"A", "B"}, {"B", "C"}, {"C", "A"}}) {
            fanOut(schema.withObject("/$defs/" + step[0]), keyword, step[1], 300);
        }
        ObjectNode output = bounded(schema);
        assertThat(output.get(keyword)).as("what needs no reference stays whole").hasSize(300);
        assertPlainAndValid(output);
    }

    @Test
    void chainThatDoublesWithEachStepIsPruned() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object").put("$ref", "#/$defs/D0");
        for (int i = 0; i < 64; i++) {
            ObjectNode definition = schema.withObject("/$defs/D" + i).put("type", "array");
            definition.putObject("items").putArray("allOf").addObject().put("$ref", "#/$defs/D" + (i + 1));
            definition.withArray("/items/allOf").addObject().put("$ref", "#/$defs/D" + (i + 1));
        }
        assertThat(bounded(schema).toString()).as("2 to the 64th, were it not for the depth").hasSizeLessThan(5_000);
        ObjectNode inPlace = JSON.createObjectNode().put("type", "object");
        ObjectNode at = inPlace;
        for (int i = 0; i < 60; i++) {
            at.putObject("properties").putObject("again").put("$ref", "#" + "/properties/next".repeat(i));
            at = at.withObject("/properties").putObject("next").put("type", "object");
        }
        assertPlainAndValid(bounded(inPlace));
    }

    @Test
    void longTextsAreRepeatedWithinTheBudget() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        fanOut(schema, "properties", "A", 20_000);
        schema.withObject("/$defs/A").put("type", "string").put("description", "x".repeat(5_000_000));
        assertBeyondBounds(schema, "characters");
        ObjectNode once = JSON.createObjectNode().put("type", "object").put("description", "x".repeat(5_000_000));
        once.putObject("properties").putObject("a").put("pattern", "a".repeat(1_000));
        assertThat(bounded(once).toString().length()).isBetween(5_000_000, 5_002_000);
        ObjectNode names = JSON.createObjectNode().put("type", "object");
        names.putObject("properties").putObject("a").put("$ref", "#/$defs/" + "x/".repeat(2_500_000));
        assertThat(bounded(names)).isEqualTo(JSON.readTree("{\"type\":\"object\",\"properties\":{}}"));
    }

    @Test
    void fiveMegabytesOfPropertiesAreConverted() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        for (int i = 0; i < 50_000; i++) {
            schema.withObjectProperty("properties").putObject("property_" + i).put("type", "string").put("description", "d".repeat(60));
        }
        assertThat(schema.toString().length()).isGreaterThan(5_000_000);
        assertThat(bounded(schema)).isEqualTo(schema);
        for (int i = 50_000; i < 80_000; i++) {
            schema.withObjectProperty("properties").putObject("property_" + i).put("type", "string");
        }
        assertBeyondBounds(schema, "parts");
        ObjectNode unresolved = JSON.createObjectNode().put("type", "object");
        for (int i = 0; i < 50_000; i++) {
            unresolved.withObjectProperty("properties").putObject("p" + i).put("$ref", "#/$defs/" + "n".repeat(80) + i);
        }
        assertThat(bounded(unresolved).get("properties")).isEmpty();
    }

    private static void fanOut(ObjectNode schema, String keyword, String to, int times) {
        boolean list = keyword.endsWith("Of") || keyword.endsWith("Items");
        for (int i = 0; i < times; i++) {
            (list ? schema.withArrayProperty(keyword).addObject() : schema.withObjectProperty(keyword).putObject("p" + i)).put("$ref",
                    "#/$defs/" + to);
        }
    }
}
