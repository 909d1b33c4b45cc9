package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parameters of a function from an OpenAPI operation in a toolbox: layered, without references. */
final class OperationParameters {

    private static final Logger LOG = LoggerFactory.getLogger(OperationParameters.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> LAYERS = List.of("header", "path", "query", "body");
    private static final String BODY = "body";
    private static final String REF = "$ref";
    private static final List<String> OF_OBJECTS = List.of("properties", "additionalProperties", "patternProperties", "required",
            "minProperties",
            "maxProperties", "propertyNames", "dependentSchemas", "dependentRequired", "dependencies", "unevaluatedProperties");
    private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const");
    private static final List<String> OF_A_PARAMETER = List.of("type", "format", "items", "enum", "default", "minimum", "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "multipleOf");

    private OperationParameters() {
    }

    /**
     * Converts an operation of a toolbox ({@code {parameters, request_body, components}}). The result has the layers {@code header},
     * {@code path}, {@code query} and {@code body}, as far as they are not empty; if all are, an empty body.
     */
    static ObjectNode of(JsonNode operation) throws SchemaException {
        SchemaResolver resolver = new SchemaResolver(SchemaLookup.ofOperation(operation));
        Map<String, ObjectNode> layers = new HashMap<>();
        JsonNode body = at(operation, "requestBodies", operation.path("request_body"));
        JsonNode bodySchema = body.has(REF) ? body : ofContent(body.path("content"));
        boolean bodyRequired = body.path("required").asBoolean();
        for (JsonNode parameter : parameters(operation)) {
            String layer = parameter.path("in").asText();
            String name = parameter.path("name").asText();
            if (layer.equals(BODY) && bodySchema.isMissingNode()) {
                bodySchema = parameter.path("schema");
                bodyRequired = parameter.path("required").asBoolean();
            } else if (!name.isEmpty() && LAYERS.contains(layer) && !layer.equals(BODY)) {
                try {
                    ObjectNode schema = (ObjectNode) resolver.resolvePart(ofParameter(parameter));
                    add(layers, layer, name, described(schema, parameter), parameter.path("required").asBoolean());
                } catch (SchemaException.BeyondBounds e) {
                    throw e;
                } catch (SchemaException e) {
                    LOG.warn("Parameter left out name={} reason={}", SchemaResolver.shown(name), e.getMessage());
                }
            }
        }
        if (!bodySchema.isMissingNode()) {
            addBody(layers, bodySchema, bodyRequired, resolver);
        }
        ObjectNode parameters = JSON.objectNode().put("type", "object");
        ObjectNode properties = parameters.putObject("properties");
        LAYERS.stream().filter(layers::containsKey).forEach(layer -> properties.set(layer, layers.get(layer)));
        if (properties.isEmpty()) {
            properties.set(BODY, layer(BODY));
        }
        return parameters;
    }

    /** As in OpenAPI, the last of several parameters with the same name and place counts. */
    private static Collection<JsonNode> parameters(JsonNode operation) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        for (JsonNode listed : operation.path("parameters")) {
            JsonNode parameter = at(operation, "parameters", listed);
            parameters.put(parameter.path("in").asText() + " " + parameter.path("name").asText(), parameter);
        }
        return parameters.values();
    }

    /** Returns the target of a reference, or the reference itself if its target is missing. */
    private static JsonNode at(JsonNode operation, String kind, JsonNode described) {
        JsonNode at = described;
        for (int i = 0; i < SchemaResolver.MAX_DEPTH && at.has(REF); i++) {
            at = SchemaLookup.ofComponents(operation, kind).find(at.get(REF).asText()).orElse(JSON.missingNode());
        }
        if (at.isMissingNode() && described.has(REF)) {
            LOG.warn("Reference has no target ref={} kind={}", SchemaResolver.shown(described.get(REF).asText()), kind);
            return described;
        }
        return at;
    }

    /**
     * Returns the parameter's {@code schema}; without one that of its {@code content}; or, as in OpenAPI 2, the keywords beside its name.
     */
    private static JsonNode ofParameter(JsonNode parameter) {
        if (parameter.hasNonNull("schema")) {
            return parameter.get("schema");
        }
        JsonNode content = ofContent(parameter.path("content"));
        if (!content.isMissingNode() || !(parameter instanceof ObjectNode object)) {
            return content;
        }
        ObjectNode schema = JSON.objectNode();
        OF_A_PARAMETER.stream().filter(object::has).forEach(keyword -> schema.set(keyword, object.get(keyword)));
        return schema;
    }

    /** Returns the schema of the JSON media type: {@code application/json} before others whose names contain JSON. */
    private static JsonNode ofContent(JsonNode content) {
        Map<Integer, JsonNode> byRank = new TreeMap<>();
        for (var medium : content.properties()) {
            String type = medium.getKey().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            boolean json = type.equals("application/json");
            if ((json || type.startsWith("application/") && type.endsWith("+json")) && medium.getValue().hasNonNull("schema")) {
                byRank.putIfAbsent(medium.getKey().equals("application/json") ? 0 : json ? 1 : 2, medium.getValue().get("schema"));
            }
        }
        return byRank.values().stream().findFirst().orElse(JSON.missingNode());
    }

    private static void addBody(Map<String, ObjectNode> layers, JsonNode schema, boolean required, SchemaResolver resolver)
            throws SchemaException {
        ObjectNode body;
        try {
            body = (ObjectNode) resolver.resolvePart(schema);
        } catch (SchemaException.BeyondBounds e) {
            throw e;
        } catch (SchemaException e) {
            LOG.warn("Request body accepts any object, since its schema can't be used reason={}", e.getMessage());
            add(layers, BODY, "request_body", JSON.objectNode().put("type", "object"), false);
            return;
        }
        if (!isObject(body)) {
            add(layers, BODY, "request_body", body, required);
            return;
        }
        ObjectNode layer = layer(BODY);
        for (List<String> keywords : List.of(OF_OBJECTS, COMBINATIONS)) {
            keywords.stream().filter(body::has).forEach(keyword -> layer.set(keyword, body.get(keyword)));
        }
        if (layer.path("required").isEmpty()) {
            layer.remove("required");
        }
        if (layer.size() > layer(BODY).size() || !layer.get("properties").isEmpty()) {
            layers.put(BODY, layer);
        }
    }

    /** Whether the schema declares an object: by its type, its properties, or a schema that it combines. */
    static boolean isObject(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (!type.isMissingNode()) {
            boolean object = type.asText().equals("object");
            for (JsonNode one : type) {
                object |= one.asText().equals("object");
            }
            return object;
        }
        boolean object = OF_OBJECTS.stream().anyMatch(schema::has);
        for (String combination : List.of("allOf", "anyOf", "oneOf")) {
            for (JsonNode member : schema.path(combination)) {
                object |= isObject(member);
            }
        }
        return object;
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

    private static void add(Map<String, ObjectNode> layers, String name, String property, JsonNode schema, boolean required) {
        ObjectNode layer = layers.computeIfAbsent(name, OperationParameters::layer);
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
        parameters(operation).stream().filter(parameter -> LAYERS.contains(parameter.path("in").asText()))
                .forEach(parameter -> layers.putIfAbsent(parameter.path("name").asText(), parameter.get("in").asText()));
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
