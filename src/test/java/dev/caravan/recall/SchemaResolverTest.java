package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaResolverTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<SpecificationVersion, Schema> META = new ConcurrentHashMap<>();

    @TestFactory
    Stream<DynamicTest> theTable() throws Exception {
        try (InputStream in = SchemaResolverTest.class.getResourceAsStream("/recall/schemas.yaml")) {
            JsonNode cases = new YAMLMapper().readTree(in);
            return StreamSupport.stream(cases.spliterator(), false).map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> check(one)));
        }
    }

    private static void check(JsonNode one) throws SchemaException {
        ObjectNode input = one.get("input").deepCopy();
        if (one.has("defs")) {
            input.set("$defs", one.get("defs"));
        }
        if (one.has("definitions")) {
            input.set("definitions", one.get("definitions"));
        }
        JsonNode before = input.deepCopy();
        JsonNode output = new SchemaResolver(SchemaLookup.ofInput(input)).resolve(input);
        assertThat(output).isEqualTo(one.get("output"));
        assertThat(input).as("the input is not changed").isEqualTo(before);
        assertPlainAndValid(output);
    }

    /** By the meta-schema of its dialect; and no keyword in it refers to anything or defines it. */
    static void assertPlainAndValid(JsonNode schema) {
        assertThat(problems(schema)).as(() -> "a valid schema: " + shortened(schema)).isEmpty();
        assertThat(keywords(schema, new HashSet<>())).as(() -> "without references: " + shortened(schema))
                .doesNotContain("$ref", "$defs", "definitions", "$dynamicRef", "$recursiveRef");
    }

    static List<String> problems(JsonNode schema) {
        SpecificationVersion version = SpecificationVersion.fromDialectId(schema.path("$schema").asText()).orElse(SpecificationVersion.DRAFT_2020_12);
        return META.computeIfAbsent(version, one -> SchemaRegistry.withDefaultDialect(one).getSchema(SchemaLocation.of(one.getDialectId())))
                .validate(schema).stream().map(Error::toString).toList();
    }

    /** The keywords that it has anywhere; names of properties and what is in data are none. */
    static Set<String> keywords(JsonNode schema, Set<String> found) {
        for (var keyword : schema.properties()) {
            found.add(keyword.getKey());
            if (List.of("properties", "patternProperties", "dependentSchemas", "dependencies").contains(keyword.getKey())) {
                keyword.getValue().forEach(member -> keywords(member, found));
            } else if (keyword.getValue().isArray()) {
                if (List.of("allOf", "anyOf", "oneOf", "prefixItems", "items").contains(keyword.getKey())) {
                    keyword.getValue().forEach(member -> keywords(member, found));
                }
            } else if (!List.of("default", "const", "example", "discriminator", "xml", "externalDocs").contains(keyword.getKey())
                    && !keyword.getKey().startsWith("x-")) {
                keywords(keyword.getValue(), found);
            }
        }
        return found;
    }

    private static String shortened(JsonNode schema) {
        String text = schema.toString();
        return text.length() < 2_000 ? text : text.substring(0, 2_000) + "…";
    }

    @Test
    void aRootThatRefersToNothingCantBeConverted() {
        assertThatThrownBy(() -> resolve("{\"$ref\":\"#/$defs/No\"}")).isInstanceOf(SchemaException.class).hasMessageContaining("#/$defs/No");
        assertThatThrownBy(() -> resolve("{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#/$defs/No\"}]}")).isInstanceOf(SchemaException.class);
    }

    /** Each is 27 million parts or more, were it not cut. */
    @ParameterizedTest
    @ValueSource(strings = {"properties", "patternProperties", "dependentSchemas", "allOf", "anyOf", "prefixItems"})
    void aSchemaThatExplodesIsCut(String keyword) throws Exception {
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
    void aChainThatDoublesWithEachStepIsCut() throws Exception {
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
    void longTextsAreNotRepeatedWithoutEnd() throws Exception {
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

    /** What is before the bar comes once, what is after it again and again; 0 is in a list. */
    @ParameterizedTest
    @ValueSource(strings = {"|properties/p", "|patternProperties/p", "|items", "|not", "|additionalProperties", "|allOf/0", "|anyOf/0", "|prefixItems/0",
            "|items/0", "|if", "|dependencies/p", "default|p", "default|0", "enum|0", "examples|0", "const|0/p", "x-data|p", "|properties/p/items/allOf/0"})
    void whatIsTenThousandDeepIsToldSo(String steps) {
        assertBeyondBounds(deep(steps), "nested");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$defs|p", "definitions|properties/p", "type|0", "required|0", "title|x", "dependentRequired|p", "maximum|0"})
    void whatIsTenThousandDeepWhereItIsLeftOutDoesNoHarm(String steps) throws Exception {
        ObjectNode output = bounded(deep(steps));
        assertThat(output.toString()).hasSizeLessThan(100);
        assertPlainAndValid(output);
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

    @Test
    void aChainOfTenThousandReferencesIsCut() throws Exception {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        schema.putObject("properties").putObject("a").put("$ref", "#/$defs/D0");
        for (int i = 0; i < 10_000; i++) {
            schema.withObjectProperty("$defs").putObject("D" + i).put("$ref", "#/$defs/D" + (i + 1));
        }
        assertThat(bounded(schema)).isEqualTo(JSON.readTree("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}"));
    }

    @Test
    void whatIsNestedAsDeepAsItMayCanBeWritten() throws Exception {
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

    /** @return what it becomes, which must be soon, and not much more than it was or than a model could read */
    private static ObjectNode bounded(ObjectNode schema) throws Exception {
        return assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            ObjectNode output = InputParameters.of(schema);
            assertThat(output.toString().length()).isLessThan(8_000_000);
            return output;
        });
    }

    private static void assertBeyondBounds(ObjectNode schema, String reason) {
        ObjectNode operation = JSON.createObjectNode();
        operation.putArray("parameters").addObject().put("name", "p").put("in", "query").set("schema", schema);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThatThrownBy(() -> InputParameters.of(schema)).isInstanceOf(SchemaException.BeyondBounds.class).hasMessageContaining(reason);
            if (!schema.has("$defs")) {
                assertThatThrownBy(() -> OperationParameters.of(operation)).as("of a parameter").isInstanceOf(SchemaException.BeyondBounds.class);
            }
        });
    }

    private static void fanOut(ObjectNode schema, String keyword, String to, int times) {
        boolean list = keyword.endsWith("Of") || keyword.endsWith("Items");
        for (int i = 0; i < times; i++) {
            (list ? schema.withArrayProperty(keyword).addObject() : schema.withObjectProperty(keyword).putObject("p" + i)).put("$ref", "#/$defs/" + to);
        }
    }

    private static JsonNode resolve(String schema) throws Exception {
        JsonNode input = JSON.readTree(schema);
        return new SchemaResolver(SchemaLookup.ofInput(input)).resolve(input);
    }
}
