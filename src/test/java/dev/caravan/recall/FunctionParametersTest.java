package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FunctionParametersTest {

    @TestFactory
    Stream<DynamicTest> ofOperations() throws Exception {
        try (InputStream in = FunctionParametersTest.class.getResourceAsStream("/recall/operations.yaml")) {
            JsonNode cases = new YAMLMapper().readTree(in);
            return StreamSupport.stream(cases.spliterator(), false).map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> {
                JsonNode operation = one.get("operation");
                JsonNode before = operation.deepCopy();
                ObjectNode output = FunctionParameters.ofOperation(operation);
                assertThat(output).isEqualTo(one.get("output"));
                SchemaResolverTest.assertPlainAndValid(output);
                assertThat(operation).as("the input is not changed").isEqualTo(before);
                if (one.has("fixed")) {
                    assertThat(FunctionParameters.fixed(operation, one.get("fixed"))).isEqualTo(one.get("layers"));
                }
            }));
        }
    }

    @Test
    void ofAnInputSchemaTheyAreFlat() throws Exception {
        assertThat(ofInput("{\"properties\":{\"owner\":{\"$ref\":\"#/$defs/P\"}},\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\"}}}}}"))
                .isEqualTo(json("{\"type\":\"object\",\"properties\":{\"owner\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\"}}}}}"));
        assertThat(ofInput("{\"type\":\"object\",\"properties\":{\"body\":{\"$ref\":\"#/$defs/B\"},\"path\":{\"type\":\"string\",\"description\":\"p\"}},\"$defs\":{\"B\":{\"type\":\"object\"}}}")
                .at("/properties/body/description").asText()).isEqualTo("Request Body参数");
        assertThat(ofInput("{\"type\":\"object\",\"properties\":{\"body\":{\"type\":\"object\",\"description\":\"own\"}}}").at("/properties/body/description").asText()).isEqualTo("own");
    }

    private static JsonNode ofInput(String schema) throws Exception {
        return FunctionParameters.ofInput(json(schema));
    }

    private static JsonNode json(String json) throws Exception {
        return new ObjectMapper().readTree(json);
    }
}
