package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SchemaResolverTest {

    private static final ObjectMapper JSON = new ObjectMapper();

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
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId())).validate(output).stream()
                .filter(error -> !error.getInstanceLocation().toString().endsWith("/items"))).as("a valid schema").isEmpty();
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
