package dev.caravan.guide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference has each request that the OpenAPI documents have, which tests hold against the routes. */
class RestReferenceTest {

    private static final String COMPONENTS = "#/components/";

    @ParameterizedTest
    @ValueSource(strings = {"catalogue", "recall"})
    void referenceHasEveryRequest(String area) throws IOException {
        JsonNode document = new YAMLMapper().readTree(Path.of("routes", area, "openapi.yaml").toFile());
        StringBuilder text = new StringBuilder();
        for (JsonNode tag : document.get("tags")) {
            text.append("\n### ").append(tag.get("name").asText())
                    .append("\n\n| request | description | parameters | body | statuses |\n|---|---|---|---|---|\n");
            document.get("paths").properties().forEach(path -> path.getValue().properties().forEach(operation -> {
                if (operation.getValue().path("tags").path(0).equals(tag.get("name"))) {
                    text.append("| `").append(operation.getKey().toUpperCase(Locale.ROOT)).append(' ').append(path.getKey()).append("` ")
                            .append(row(document, operation.getValue()));
                }
            }));
        }
        GuidePage.of("reference/rest.md").assertPart(area, text.append('\n').toString());
    }

    private static String row(JsonNode document, JsonNode operation) {
        List<String> parameters = new ArrayList<>();
        for (JsonNode each : operation.path("parameters")) {
            JsonNode parameter = resolved(document, each);
            if (!parameter.get("in").asText().equals("path")) {
                parameters.add("`" + parameter.get("name").asText() + "`" + (parameter.path("required").asBoolean() ? " (required)" : ""));
            }
        }
        List<String> statuses = new ArrayList<>();
        operation.get("responses").fieldNames().forEachRemaining(statuses::add);
        return "| " + operation.get("summary").asText() + " | " + cell(parameters) + "| " + cell(body(document, operation)) + "| "
                + String.join(", ", statuses) + " |\n";
    }

    private static List<String> body(JsonNode document, JsonNode operation) {
        JsonNode schema = resolved(document, operation.at("/requestBody/content/application~1json/schema"));
        List<String> fields = new ArrayList<>();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            fields.add("`" + field.getKey() + "`" + (required.contains(field.getKey()) ? " (required)" : ""));
        }
        return fields;
    }

    private static String cell(List<String> items) {
        return items.isEmpty() ? "" : String.join(", ", items) + " ";
    }

    private static JsonNode resolved(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at("/components/" + node.get("$ref").asText().substring(COMPONENTS.length())) : node;
    }

    @Test
    void referenceHasEveryStoredField() throws IOException {
        JsonNode schemas = new YAMLMapper().readTree(Path.of("routes/catalogue/openapi.yaml").toFile()).at("/components/schemas");
        StringBuilder text = new StringBuilder();
        for (String schema : List.of("NewTable", "Change", "NewTool", "SearchIndex", "Instance")) {
            text.append("\n### ").append(schema).append("\n\n| field | type | description |\n|---|---|---|\n");
            schemas.get(schema).get("properties").properties()
                    .forEach(field -> text.append("| `").append(field.getKey()).append("` | ").append(type(schemas, field.getValue()))
                            .append(" | ").append(field.getValue().path("description").asText())
                            .append(field.getValue().has("description") ? " |\n" : "|\n"));
        }
        GuidePage.of("reference/rest.md").assertPart("fields", text.append('\n').toString());
    }

    private static String type(JsonNode schemas, JsonNode field) {
        JsonNode schema = field.has("$ref") ? schemas.get(field.get("$ref").asText().substring((COMPONENTS + "schemas/").length())) : field;
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.get("enum").forEach(value -> values.add("`" + value.asText() + "`"));
            return String.join(", ", values);
        }
        List<String> types = new ArrayList<>();
        (schema.path("type").isArray() ? schema.get("type") : List.of(schema.path("type"))).forEach(type -> types.add(type.asText()));
        return schema.has("type") ? String.join(" or ", types) : "any JSON";
    }
}
