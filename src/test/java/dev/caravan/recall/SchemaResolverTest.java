package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
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
            } else if (!List.of("default", "const", "example", "discriminator", "xml", "externalDocs").contains(keyword.getKey()) && !keyword.getKey().startsWith("x-")) {
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

    @Test
    void aSchemaThatExplodesIsCut() throws Exception {
        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            properties.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":{\"$ref\":\"#/$defs/NEXT\"}");
        }
        String schema = "{\"type\":\"object\",\"properties\":{" + properties.toString().replace("NEXT", "A") + "},\"$defs\":{";
        for (String[] pair : new String[][] {{"A", "B"}, {"B", "C"}, {"C", "A"}}) {
            schema += "\"" + pair[0] + "\":{\"type\":\"object\",\"properties\":{" + properties.toString().replace("NEXT", pair[1]) + "}}" + (pair[0].equals("C") ? "" : ",");
        }
        JsonNode output = resolve(schema + "}}");
        assertThat(output.toString().length()).as("27 million parts, were it not cut").isLessThan(3_000_000);
        assertThat(output.findValue("$ref")).isNull();
        assertThat(output.get("properties")).hasSize(300);
    }

    @Test
    void whatIsTooDeepOrTooLargeIsToldSo() {
        ObjectNode deep = JSON.createObjectNode();
        ObjectNode at = deep;
        for (int i = 0; i < 10_000; i++) {
            at = at.putObject("properties").putObject("p");
        }
        assertThatThrownBy(() -> new SchemaResolver(SchemaLookup.ofInput(deep)).resolve(deep)).isInstanceOf(SchemaException.class).hasMessageContaining("nested");
        ObjectNode data = JSON.createObjectNode();
        at = data.putObject("default");
        for (int i = 0; i < 10_000; i++) {
            at = at.putObject("p");
        }
        assertThatThrownBy(() -> new SchemaResolver(SchemaLookup.ofInput(data)).resolve(data)).isInstanceOf(SchemaException.class).hasMessageContaining("nested");
        ObjectNode large = JSON.createObjectNode();
        for (int i = 0; i < 300_000; i++) {
            large.withObject("/properties").putObject("p" + i);
        }
        assertThatThrownBy(() -> new SchemaResolver(SchemaLookup.ofInput(large)).resolve(large)).isInstanceOf(SchemaException.class).hasMessageContaining("parts");
    }

    private static JsonNode resolve(String schema) throws Exception {
        JsonNode input = JSON.readTree(schema);
        return new SchemaResolver(SchemaLookup.ofInput(input)).resolve(input);
    }
}
