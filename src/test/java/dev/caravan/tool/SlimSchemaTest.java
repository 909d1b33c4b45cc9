package dev.caravan.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A short schema says what is special about a tool, and accepts everything that the full schema accepts. */
class SlimSchemaTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"type\":\"string\",\"minLength\":1,\"maxLength\":2000,\"pattern\":\"[^\\\\s\\\\p{Z}]\",\"description\":\"d\"}|{\"type\":\"string\",\"description\":\"d\"}",
        "{\"type\":[\"object\",\"null\"],\"properties\":{},\"additionalProperties\":false}|{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":[\"string\",\"number\",\"null\"]}|{\"type\":[\"string\",\"number\"]}",
        "{\"type\":\"integer\",\"minimum\":1,\"maximum\":20,\"default\":5}|{\"type\":\"integer\",\"maximum\":20,\"default\":5}",
        "{\"type\":\"integer\",\"minimum\":2,\"default\":0}|{\"type\":\"integer\",\"minimum\":2}",
        "{\"type\":\"boolean\",\"default\":false}|{\"type\":\"boolean\"}",
        "{\"enum\":[\"a\",\"b\"],\"description\":\"a or b\"}|{\"enum\":[\"a\",\"b\"]}",
        "{\"enum\":[\"a\",\"b\"],\"description\":\"a is more\"}|{\"enum\":[\"a\",\"b\"],\"description\":\"a is more\"}",
        "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"string\"}},{\"type\":\"array\"}]}|{\"type\":[\"string\",\"array\"]}",
        "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"properties\":{\"b\":{}}}]}|{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"properties\":{\"b\":{}}}]}",
        "{\"type\":\"object\",\"propertyNames\":{\"not\":{\"const\":\"id\"}},\"additionalProperties\":{\"type\":\"number\"}}|{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"},\"description\":\"Numbers by name\"}|{\"type\":\"object\",\"description\":\"Numbers by name\"}",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1},\"maxItems\":5000}|{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"})
    void commonTextIsRemovedFromArguments(String full, String slim) {
        assertThat(SlimSchema.arguments(object("{\"type\":\"object\",\"properties\":{\"a\":" + full + "},\"additionalProperties\":false}")))
                .isEqualTo(object("{\"type\":\"object\",\"properties\":{\"a\":" + slim + "}}"));
    }

    @Test
    void schemaWithDefinitionsStays() {
        String schema = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\"$defs\":{\"a\":{\"type\":\"string\"}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/a\"}},"
                + "\"additionalProperties\":false}";

        assertThat(SlimSchema.arguments(object(schema))).isEqualTo(object(schema));
    }

    @Test
    void requiredArgumentKeepsNull() {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}},\"required\":[\"a\"]}";

        assertThat(SlimSchema.arguments(object(schema))).isEqualTo(object(schema));
    }

    @Test
    void resultSchemaHasTheNamesOfItsMembers() {
        var full = Family.STANDARD.schema(object("{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"tags\":{\"type\":\"array\"}},\"required\":[\"id\"]}"));

        assertThat(SlimSchema.result(full, new HashSet<>())).isEqualTo(object("{\"type\":\"object\",\"properties\":{\"data\":{\"properties\":{\"id\":{},\"tags\":{}}}}}"));
    }

    @Tag("full")
    @Test
    void settingDecidesAboutResultSchemas() {
        for (String detail : new String[] {"none", "full", "slim"}) {
            try (OwnGateway gateway = OwnGateway.withEntries().set("tools.output-schemas", detail).file("t_one", RouteYaml.tool("t_one", "outputParameter.n: integer", "- setBody:\n    constant: '{\"n\":1}'")).start()) {
                var tool = gateway.client().legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().at("/tools/0");
                assertThat(tool.has("outputSchema")).as(detail).isEqualTo(!detail.equals("none"));
                assertThat(tool.at("/outputSchema").has("required")).as(detail).isEqualTo(detail.equals("full"));
                assertThat(gateway.client().envelope("t_one", McpClient.JSON.createObjectNode()).at("/data/n").asInt()).isEqualTo(1);
            }
        }
    }
}
