package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.json.SchemaException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ParametersTest {

    @TestFactory
    Stream<DynamicTest> operationsHaveLayeredParameters() throws Exception {
        try (InputStream in = ParametersTest.class.getResourceAsStream("/recall/operations.yaml")) {
            JsonNode cases = new YAMLMapper().readTree(in);
            return StreamSupport.stream(cases.spliterator(), false).map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> {
                JsonNode operation = one.get("operation");
                JsonNode before = operation.deepCopy();
                ObjectNode output = OperationParameters.of(operation);
                assertThat(output).isEqualTo(one.get("output"));
                SchemaChecks.assertPlainAndValid(output);
                assertThat(operation).as("the input is not changed").isEqualTo(before);
                if (one.has("fixed")) {
                    assertThat(OperationParameters.fixed(operation, one.get("fixed"))).isEqualTo(one.get("layers"));
                }
            }));
        }
    }

    @Test
    void inputSchemasHaveFlatParameters() throws Exception {
        assertThat(ofInput(
                "{\"properties\":{\"owner\":{\"$ref\":\"#/$defs/P\"}},\"$defs\":{\"P\":{\"type\":\"object\","
                        + "\"properties\":{\"n\":{\"type\":\"string\"}}}}}"))
                .isEqualTo(json(
                        "{\"type\":\"object\",\"properties\":{\"owner\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\"}}}"
                                + "}}"));
        assertThat(ofInput(
                "{\"type\":\"object\",\"properties\":{\"body\":{\"$ref\":\"#/$defs/B\"},\"path\":{\"type\":\"string\","
                        + "\"description\":\"p\"}},\"$defs\":{\"B\":{\"type\":\"object\"}}}")
                .at("/properties/body/description").asText()).isEqualTo("Request Body参数");
        assertThat(ofInput("{\"type\":\"object\",\"properties\":{\"body\":{\"type\":\"object\",\"description\":\"own\"}}}")
                .at("/properties/body/description").asText()).isEqualTo("own");
    }

    @Test
    void theRootHasATypeAndProperties() throws Exception {
        for (String nothing : List.of("{}", "null", "true", "{\"type\":\"object\"}", "{\"type\":[\"object\",\"null\"]}",
                "{\"type\":\"any\"}")) {
            assertThat(ofInput(nothing)).as(nothing).isEqualTo(json("{\"type\":\"object\",\"properties\":{}}"));
        }
        assertThatThrownBy(() -> ofInput("[]")).isInstanceOf(SchemaException.class).hasMessageContaining("must be an object");
        assertThatThrownBy(() -> ofInput("{\"$ref\":\"#/$defs/No\"}")).isInstanceOf(SchemaException.class)
                .hasMessageContaining("#/$defs/No");
    }

    @Test
    void combinationsStayAtTheRoot() throws Exception {
        for (String root : List.of("\"allOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}]",
                "\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]",
                "\"oneOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}}}]", "\"not\":{\"required\":[\"a\"]}")) {
            JsonNode schema = json("{\"type\":\"object\",\"properties\":{}," + root + "}");
            assertThat(InputParameters.of(schema)).isEqualTo(schema);
        }
    }

    private static JsonNode ofInput(String schema) throws Exception {
        return InputParameters.of(json(schema));
    }

    private static JsonNode json(String json) throws Exception {
        return new ObjectMapper().readTree(json);
    }
}
