package dev.caravan.recall;

import static dev.caravan.recall.SchemaChecks.assertPlainAndValid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** References in a schema are replaced by what they refer to. */
class SchemaResolverTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> referencesResolveAsTheTableSays() throws Exception {
        try (InputStream in = SchemaResolverTest.class.getResourceAsStream("/recall/schemas.yaml")) {
            JsonNode cases = new YAMLMapper().readTree(in);
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> check(one)));
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

    @Test
    void unresolvableRootIsAnError() {
        assertThatThrownBy(() -> resolve("{\"$ref\":\"#/$defs/No\"}")).isInstanceOf(SchemaException.class)
                .hasMessageContaining("#/$defs/No");
        assertThatThrownBy(() -> resolve("{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#/$defs/No\"}]}"))
                .isInstanceOf(SchemaException.class);
    }

    private static JsonNode resolve(String schema) throws Exception {
        JsonNode input = JSON.readTree(schema);
        return new SchemaResolver(SchemaLookup.ofInput(input)).resolve(input);
    }
}
