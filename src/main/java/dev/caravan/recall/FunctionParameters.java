package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parameters of a function as a model is shown them: a JSON Schema without references, of type object. */
final class FunctionParameters {

    private static final Logger LOG = LoggerFactory.getLogger(FunctionParameters.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> LAYERS = List.of("header", "path", "query", "body");
    private static final String BODY = "body";

    private FunctionParameters() {
    }

    /** Of an MCP tool's input schema: flat. */
    static ObjectNode ofInput(JsonNode inputSchema) throws SchemaException {
        if (!(new SchemaResolver(SchemaLookup.ofInput(inputSchema)).resolve(inputSchema) instanceof ObjectNode parameters)) {
            throw new SchemaException("The input schema is no object");
        }
        if (!parameters.has("type")) {
            parameters.put("type", "object");
        }
        if (parameters.at("/properties/body") instanceof ObjectNode body && !body.hasNonNull("description")) {
            body.put("description", "Request Body参数");
        }
        return parameters;
    }

    /**
     * Of an operation as the toolbox describes it ({@code {parameters, request_body, components}}): layers {@code header},
     * {@code path}, {@code query} and {@code body}, as far as they have anything; where none has, an empty body.
     */
    static ObjectNode ofOperation(JsonNode operation) throws SchemaException {
        SchemaLookup lookup = SchemaLookup.ofOperation(operation);
        ObjectNode layers = JSON.objectNode();
        for (JsonNode parameter : operation.path("parameters")) {
            String layer = parameter.path("in").asText();
            String name = parameter.path("name").asText();
            if (name.isEmpty() || !LAYERS.contains(layer) || layer.equals(BODY)) {
                continue;
            }
            try {
                JsonNode schema = new SchemaResolver(lookup).resolve(parameter.path("schema"));
                add(layers, layer, name, described(schema, parameter), parameter.path("required").asBoolean());
            } catch (SchemaException e) {
                LOG.warn("The parameter {} is left out: {}", name, e.getMessage());
            }
        }
        addBody(layers, operation.path("request_body"), lookup);
        ObjectNode properties = JSON.objectNode();
        for (String layer : LAYERS) {
            if (layers.has(layer)) {
                properties.set(layer, layers.get(layer));
            }
        }
        if (properties.isEmpty()) {
            properties.set(BODY, layer(BODY));
        }
        ObjectNode parameters = JSON.objectNode().put("type", "object");
        parameters.set("properties", properties);
        return parameters;
    }

    private static void addBody(ObjectNode layers, JsonNode body, SchemaLookup lookup) {
        JsonNode schema = body.at("/content/application~1json/schema");
        if (schema.isMissingNode()) {
            return;
        }
        try {
            JsonNode resolved = new SchemaResolver(lookup).resolve(schema);
            resolved.path("properties").properties().forEach(property -> add(layers, BODY, property.getKey(), property.getValue(), false));
            if (layers.get(BODY) instanceof ObjectNode layer && resolved.get("required") instanceof ArrayNode required && !required.isEmpty()) {
                layer.set("required", required);
            }
        } catch (SchemaException e) {
            LOG.warn("The request's body is any object: {}", e.getMessage());
            add(layers, BODY, "request_body", JSON.objectNode().put("type", "object"), false);
        }
    }

    private static JsonNode described(JsonNode schema, JsonNode parameter) {
        ObjectNode described = (ObjectNode) schema;
        if (!described.has("type") && described.isEmpty()) {
            described.put("type", "string");
        }
        if (parameter.path("description").isTextual() && !parameter.get("description").textValue().isBlank()) {
            described.set("description", parameter.get("description"));
        }
        return described;
    }

    private static void add(ObjectNode layers, String layer, String name, JsonNode schema, boolean required) {
        ObjectNode into = layers.get(layer) instanceof ObjectNode there ? there : (ObjectNode) layers.set(layer, layer(layer)).get(layer);
        into.withObjectProperty("properties").set(name, schema);
        if (required) {
            into.withArrayProperty("required").add(name);
        }
    }

    private static ObjectNode layer(String name) {
        String description = switch (name) {
            case "header" -> "HTTP Header 参数";
            case "path" -> "URL Path 参数";
            case "query" -> "URL Query 参数";
            default -> "Request Body 参数";
        };
        ObjectNode layer = JSON.objectNode().put("type", "object").put("description", description);
        layer.putObject("properties");
        return layer;
    }

    /** The values that an action has fixed, each in the layer where the operation has it: {@code {header, path, query, body}}. */
    static ObjectNode fixed(JsonNode operation, JsonNode values) {
        ObjectNode fixed = JSON.objectNode();
        LAYERS.forEach(fixed::putObject);
        values.properties().forEach(value -> ((ObjectNode) fixed.get(layerOf(operation, value.getKey()))).set(value.getKey(), value.getValue()));
        return fixed;
    }

    private static String layerOf(JsonNode operation, String name) {
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.path("name").asText().equals(name) && LAYERS.contains(parameter.path("in").asText())) {
                return parameter.get("in").asText();
            }
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("x-") || lower.startsWith("authorization") || lower.startsWith("content-type") ? "header" : BODY;
    }
}
