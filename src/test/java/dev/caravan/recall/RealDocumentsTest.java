package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations of real OpenAPI documents become parameters that OpenAI takes, which accept the same examples. */
class RealDocumentsTest extends RealSchemasTest {

    private static final List<String> VERBS = List.of("get", "put", "post", "delete", "patch", "head", "options", "trace");

    @ParameterizedTest
    @CsvSource({"@octokit/openapi/generated/api.github.com.json, 1000, 300", "@gitbook/api/spec/openapi.json, 200, 0",
        "@figma/rest-api-spec/openapi/openapi.yaml, 40, 0",
            "@notionhq/notion-mcp-server/scripts/notion-openapi.json, 20, 0"})
    void operationsOfRealDocumentsAreConverted(String path, int atLeast, int examplesThatFit) throws Exception {
        JsonNode document = (path.endsWith(".yaml") ? new YAMLMapper() : JSON).readTree(MODULES.resolve(path).toFile());
        ConversionTally tally = new ConversionTally("Operations of " + path);
        int fitting = 0;
        for (var item : document.get("paths").properties()) {
            for (String verb : VERBS) {
                if (item.getValue().path(verb) instanceof ObjectNode described) {
                    ObjectNode operation = toolbox(document, item.getValue(), described);
                    long start = System.nanoTime();
                    ObjectNode parameters = OperationParameters.of(operation);
                    tally.converted(verb + " " + item.getKey(), parameters, System.nanoTime() - start);
                    for (JsonNode parameter : operation.get("parameters")) {
                        assertThat(parameter.get("in").asText().equals("cookie")
                                || parameters.path("properties").path(parameter.get("in").asText()).path("properties")
                                        .has(parameter.get("name").asText()))
                                .as(verb + " " + item.getKey() + " has " + parameter.get("name")).isTrue();
                    }
                    JsonNode body = operation.at("/request_body/content/application~1json");
                    assertThat(parameters.at("/properties/body/properties").isObject()).as(verb + " " + item.getKey() + " has its body")
                            .isEqualTo(body.has("schema") || operation.get("parameters").isEmpty());
                    for (JsonNode example : examples(document, body)) {
                        boolean fits = fits(original(document, body.get("schema")), example);
                        JsonNode layer = parameters.at("/properties/body");
                        boolean whole = layer.get("properties").has("request_body");
                        assertThat(fits(layer, whole ? JSON.createObjectNode().set("request_body", example) : example))
                                .as(verb + " " + item.getKey() + " takes its example as before: " + example).isEqualTo(fits);
                        fitting += fits ? 1 : 0;
                    }
                }
            }
        }
        tally.tell();
        assertThat(tally.refused).isEmpty();
        assertThat(tally.number).isGreaterThanOrEqualTo(atLeast);
        assertThat(fitting).as("examples of bodies that fit").isGreaterThanOrEqualTo(examplesThatFit);
    }

    private static JsonNode original(JsonNode document, JsonNode schema) {
        ObjectNode original = JSON.createObjectNode();
        original.putArray("allOf").add(schema);
        original.putObject("components").set("schemas", document.at("/components/schemas"));
        return original;
    }

    private static boolean fits(JsonNode schema, JsonNode value) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema).validate(value).isEmpty();
    }

    /** Of bodies; a null says that there is none. */
    private static List<JsonNode> examples(JsonNode document, JsonNode content) {
        List<JsonNode> examples = new ArrayList<>();
        content.path("examples").forEach(example -> examples.add(there(document, example).path("value")));
        if (content.has("example")) {
            examples.add(content.get("example"));
        }
        examples.removeIf(JsonNode::isNull);
        return examples;
    }

    /** As AOI keeps an operation: its parameters whole, request_body for requestBody, and the schemas that it may refer to. */
    private static ObjectNode toolbox(JsonNode document, JsonNode item, JsonNode described) {
        ObjectNode operation = JSON.createObjectNode();
        ArrayNode parameters = operation.putArray("parameters");
        for (JsonNode from : List.of(item, described)) {
            from.path("parameters").forEach(parameter -> parameters.add(there(document, parameter)));
        }
        if (described.has("requestBody")) {
            operation.set("request_body", there(document, described.get("requestBody")));
        }
        ArrayNode responses = operation.putArray("responses");
        described.path("responses").properties().forEach(response -> responses.addObject().put("status_code", response.getKey())
                .set("content", there(document, response.getValue()).path("content")));
        operation.putObject("components").set("schemas", document.at("/components/schemas"));
        return operation;
    }

    private static JsonNode there(JsonNode document, JsonNode described) {
        return described.has("$ref") ? document.at(described.get("$ref").asText().substring(1)) : described;
    }
}
