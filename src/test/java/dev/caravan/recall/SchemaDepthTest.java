package dev.caravan.recall;

import static dev.caravan.recall.SchemaChecks.assertBeyondBounds;
import static dev.caravan.recall.SchemaChecks.assertPlainAndValid;
import static dev.caravan.recall.SchemaChecks.bounded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A schema that is nested too deep is cut, or refused with the reason. */
class SchemaDepthTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What is before the bar comes once, what is after it again and again; 0 is in a list. */
    @ParameterizedTest
    @ValueSource(strings = {"|properties/p", "|patternProperties/p", "|items", "|not", "|additionalProperties", "|allOf/0", "|anyOf/0",
        "|prefixItems/0",
        "|items/0", "|if", "|dependencies/p", "default|p", "default|0", "enum|0", "examples|0", "const|0/p", "x-data|p",
        "|properties/p/items/allOf/0"})
    void schemaTenThousandLevelsDeepIsRefused(String steps) {
        assertBeyondBounds(deep(steps), "nested");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$defs|p", "definitions|properties/p", "type|0", "required|0", "title|x", "dependentRequired|p", "maximum|0"})
    void deepPartThatIsLeftOutDoesNoHarm(String steps) throws Exception {
        ObjectNode output = bounded(deep(steps));
        assertThat(output.toString()).hasSizeLessThan(100);
        assertPlainAndValid(output);
    }

    @Test
    void chainOfTenThousandReferencesIsPruned() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        schema.putObject("properties").putObject("a").put("$ref", "#/$defs/D0");
        for (int i = 0; i < 10_000; i++) {
            schema.withObjectProperty("$defs").putObject("D" + i).put("$ref", "#/$defs/D" + (i + 1));
        }
        assertThat(bounded(schema)).isEqualTo(JSON.readTree("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}"));
    }

    @Test
    void deepestAllowedSchemaIsWritten() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        ObjectNode at = schema;
        for (int i = 1; i < 200; i++) {
            at = at.putObject("properties").putObject("p");
        }
        JsonNode data = at.putObject("default");
        for (int i = 0; i < 199; i++) {
            data = ((ObjectNode) data).putObject("d");
        }
        assertThat(JSON.readTree(JSON.writeValueAsString(bounded(schema)))).isEqualTo(schema);
    }

    private static ObjectNode deep(String steps) {
        String[] halves = steps.split("\\|");
        List<String> path = new ArrayList<>(halves[0].isEmpty() ? List.of() : List.of(halves[0]));
        while (path.size() < 10_000) {
            path.addAll(List.of(halves[1].split("/")));
        }
        ObjectNode schema = JSON.createObjectNode();
        JsonNode at = schema;
        for (int i = 0; i + 1 < path.size(); i++) {
            JsonNode next = path.get(i + 1).equals("0") ? JSON.createArrayNode() : JSON.createObjectNode();
            if (at instanceof ObjectNode object) {
                object.set(path.get(i), next);
            } else {
                ((ArrayNode) at).add(next);
            }
            at = next;
        }
        return schema;
    }
}
