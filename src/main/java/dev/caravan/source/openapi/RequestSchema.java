package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Turns a resolved schema of an OpenAPI document into a JSON Schema of arguments. {@code nullable} becomes the type null, files are Base64, and members
 * that are {@code readOnly} are left out. So are examples and extensions, which models don't need.
 */
final class RequestSchema {

    private static final Set<String> GONE = Set.of("nullable", "example", "examples", "xml", "discriminator", "externalDocs", "readOnly", "writeOnly", "$schema", "$id", "$comment");
    private static final Set<String> SCHEMAS = Set.of("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
            "unevaluatedProperties");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> MAPS = Set.of("properties", "patternProperties", "dependentSchemas");

    private static final Set<String> REFUSING = Set.of("allOf", "anyOf", "oneOf", "not", "const", "if");
    private static final Set<String> SHOWN = Set.of("title", "description", "default", "deprecated");

    private RequestSchema() {
    }

    /** Changes a resolved schema, which nobody else uses. Returns it. */
    static ObjectNode of(ObjectNode schema) {
        if (schema.path("nullable").asBoolean()) {
            allowNull(schema);
        }
        if (isBinary(schema)) {
            schema.remove("format");
            schema.put("contentEncoding", "base64");
            if (!schema.has("description")) {
                schema.put("description", "Content in Base64");
            }
        }
        dropReadOnly(schema);
        schema.properties().removeIf(member -> GONE.contains(member.getKey()) || member.getKey().startsWith("x-"));
        schema.properties().forEach(member -> {
            if (SCHEMAS.contains(member.getKey())) {
                each(member.getValue());
            } else if (LISTS.contains(member.getKey()) || MAPS.contains(member.getKey())) {
                member.getValue().forEach(RequestSchema::each);
            }
        });
        return schema;
    }

    /** Whether a text is a file: {@code format: binary} of OpenAPI 3.0, or {@code contentMediaType} of 3.1. */
    static boolean isBinary(JsonNode schema) {
        String type = schema.path("contentMediaType").asText("");
        return schema.path("type").asText().equals("string") && (schema.path("format").asText().equals("binary")
                || !type.isEmpty() && !type.startsWith("text/") && !type.contains("json") && !schema.has("contentEncoding"));
    }

    private static void each(JsonNode node) {
        if (node instanceof ObjectNode schema) {
            of(schema);
        }
    }

    /** Adds null to the type and the enum. Beside keywords that may refuse it, such as allOf, null becomes the other alternative. */
    private static void allowNull(ObjectNode schema) {
        if (REFUSING.stream().anyMatch(schema::has)) {
            ObjectNode value = schema.deepCopy().remove(SHOWN).without("nullable");
            schema.retain(SHOWN);
            schema.putArray("anyOf").add(value).addObject().put("type", "null");
            return;
        }
        if (schema.path("type").isTextual() && !schema.path("type").asText().equals("null")) {
            schema.set("type", JsonNodeFactory.instance.arrayNode().add(schema.get("type")).add("null"));
        }
        if (schema.get("enum") instanceof ArrayNode values
                && StreamSupport.stream(values.spliterator(), false).noneMatch(JsonNode::isNull)) {
            values.addNull();
        }
    }

    private static void dropReadOnly(ObjectNode schema) {
        if (!(schema.get("properties") instanceof ObjectNode properties)) {
            return;
        }
        Set<String> gone = new HashSet<>();
        properties.properties().forEach(property -> {
            if (property.getValue().path("readOnly").asBoolean()) {
                gone.add(property.getKey());
            }
        });
        properties.remove(gone);
        if (!gone.isEmpty() && schema.get("required") instanceof ArrayNode required) {
            ArrayNode left = JsonNodeFactory.instance.arrayNode();
            required.forEach(name -> {
                if (!gone.contains(name.asText())) {
                    left.add(name);
                }
            });
            schema.set("required", left);
        }
    }
}
