package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parameters of a function from an OpenAPI operation in a toolbox: layered, without references. */
final class OperationParameters {

    private static final Logger LOG = LoggerFactory.getLogger(OperationParameters.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> LAYERS = List.of("header", "path", "query", "body");
    private static final String BODY = "body";
    private static final List<String> OF_OBJECTS = List.of("properties", "additionalProperties", "patternProperties", "required",
            "minProperties", "maxProperties", "propertyNames", "dependentSchemas", "dependentRequired", "dependencies",
            "unevaluatedProperties");
    private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const");

    private OperationParameters() {
    }

    /**
     * Converts an operation of a toolbox ({@code {parameters, request_body, components: {schemas}}}). The result has the layers
     * {@code header}, {@code path}, {@code query} and {@code body}, as far as they are not empty; if all are, an empty body.
     */
    static ObjectNode of(JsonNode operation) throws SchemaException {
        SchemaResolver resolver = new SchemaResolver(SchemaLookup.ofOperation(operation));
        Map<String, ObjectNode> layers = new LinkedHashMap<>();
        LAYERS.forEach(name -> layers.put(name, layer(name)));
        for (JsonNode parameter : parameters(operation)) {
            String name = parameter.path("name").asText();
            try {
                ObjectNode schema = (ObjectNode) resolver.resolvePart(ofParameter(parameter));
                add(layers.get(layer(parameter)), name, described(schema, parameter), parameter.path("required").asBoolean());
            } catch (SchemaException.BeyondBounds e) {
                throw e;
            } catch (SchemaException e) {
                LOG.warn("Parameter left out name={} reason={}", SchemaResolver.shown(name), e.getMessage());
            }
        }
        JsonNode body = operation.path("request_body");
        JsonNode schema = body.has("$ref") ? body : ofContent(body.path("content"));
        if (!schema.isMissingNode()) {
            addBody(layers.get(BODY), schema, body.path("required").asBoolean(), resolver);
        }
        ObjectNode parameters = JSON.objectNode().put("type", "object");
        ObjectNode properties = parameters.putObject("properties");
        layers.forEach((name, layer) -> {
            if (layer.size() > layer(name).size() || !layer.get("properties").isEmpty()) {
                properties.set(name, layer);
            }
        });
        if (properties.isEmpty()) {
            properties.set(BODY, layers.get(BODY));
        }
        return parameters;
    }

    /**
     * Returns the parameters of the header, the path and the query. As in OpenAPI, the last of several with the same name and place counts.
     */
    private static Collection<JsonNode> parameters(JsonNode operation) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        operation.path("parameters").valueStream()
                .filter(parameter -> LAYERS.contains(layer(parameter)) && !layer(parameter).equals(BODY))
                .filter(parameter -> !parameter.path("name").asText().isEmpty())
                .forEach(parameter -> parameters.put(layer(parameter) + " " + parameter.path("name").asText(), parameter));
        return parameters.values();
    }

    private static String layer(JsonNode parameter) {
        return parameter.path("in").asText();
    }

    /** Returns the parameter's {@code schema}; without one that of its {@code content}; otherwise a schema that says nothing. */
    private static JsonNode ofParameter(JsonNode parameter) {
        JsonNode schema = parameter.hasNonNull("schema") ? parameter.get("schema") : ofContent(parameter.path("content"));
        return schema.isMissingNode() ? JSON.objectNode() : schema;
    }

    /** Returns the schema of the JSON media type: {@code application/json} before others whose names contain JSON. */
    private static JsonNode ofContent(JsonNode content) {
        List<String> types = new ArrayList<>(List.of("application/json"));
        content.fieldNames().forEachRemaining(types::add);
        return types.stream().filter(type -> type.matches("(?i)application/([^;]*\\+)?json *(;.*)?"))
                .filter(type -> content.path(type).hasNonNull("schema"))
                .min(Comparator.comparing(type -> type.equals(types.get(0)) ? 0 : type.contains("+") ? 2 : 1))
                .map(type -> content.get(type).get("schema")).orElse(JSON.missingNode());
    }

    private static void addBody(ObjectNode layer, JsonNode schema, boolean required, SchemaResolver resolver) throws SchemaException {
        ObjectNode body;
        try {
            body = (ObjectNode) resolver.resolvePart(schema);
        } catch (SchemaException.BeyondBounds e) {
            throw e;
        } catch (SchemaException e) {
            LOG.warn("Request body accepts any object, since its schema can't be used reason={}", e.getMessage());
            add(layer, "request_body", JSON.objectNode().put("type", "object"), false);
            return;
        }
        if (!isObject(body)) {
            add(layer, "request_body", body, required);
            return;
        }
        Stream.of(OF_OBJECTS, COMBINATIONS).flatMap(List::stream).filter(body::has)
                .forEach(keyword -> layer.set(keyword, body.get(keyword)));
        if (layer.path("required").isEmpty()) {
            layer.remove("required");
        }
    }

    /** Whether the schema declares an object: by its type, its properties, or a schema that it combines. */
    static boolean isObject(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (!type.isMissingNode()) {
            return type.asText().equals("object") || type.valueStream().anyMatch(one -> one.asText().equals("object"));
        }
        return OF_OBJECTS.stream().anyMatch(schema::has) || Stream.of("allOf", "anyOf", "oneOf")
                .flatMap(combination -> schema.path(combination).valueStream()).anyMatch(OperationParameters::isObject);
    }

    private static JsonNode described(ObjectNode schema, JsonNode parameter) {
        if (schema.isEmpty()) {
            schema.put("type", "string");
        }
        if (parameter.path("description").isTextual() && !parameter.get("description").textValue().isBlank()) {
            schema.set("description", parameter.get("description"));
        }
        return schema;
    }

    private static void add(ObjectNode layer, String property, JsonNode schema, boolean required) {
        layer.withObjectProperty("properties").set(property, schema);
        if (required) {
            layer.withArrayProperty("required").add(property);
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

    /** Returns the values that an action has fixed, in the layers of the operation: {@code {header, path, query, body}}. */
    static ObjectNode fixed(JsonNode operation, JsonNode values) {
        Map<String, String> layers = new HashMap<>();
        parameters(operation).forEach(parameter -> layers.putIfAbsent(parameter.get("name").asText(), layer(parameter)));
        ObjectNode fixed = JSON.objectNode();
        LAYERS.forEach(fixed::putObject);
        for (var value : values.properties()) {
            String layer = layers.computeIfAbsent(value.getKey(), OperationParameters::likelyLayer);
            ((ObjectNode) fixed.get(layer)).set(value.getKey(), value.getValue());
        }
        return fixed;
    }

    private static String likelyLayer(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("x-") || lower.startsWith("authorization") || lower.startsWith("content-type") ? "header" : BODY;
    }
}
