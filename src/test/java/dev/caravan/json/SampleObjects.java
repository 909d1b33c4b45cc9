package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes small values that fit a schema, with what is required and nothing else. */
public final class SampleObjects {

    static final String MARK = "@@";

    private final Map<String, JsonNode> known = new TreeMap<>();

    /** What members and parts of paths of that name are to be. */
    public SampleObjects with(String name, JsonNode value) {
        known.put(name, value);
        return this;
    }

    /** What a tool takes, of an entry of {@code tools/list}. */
    public ObjectNode arguments(JsonNode tool) {
        return (ObjectNode) honest(tool.get("inputSchema"), tool.get("inputSchema"), 0);
    }

    /** Its templates filled in. */
    String filled(String path) {
        String filled = path;
        for (Map.Entry<String, JsonNode> value : known.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue().asText());
        }
        return filled.replaceAll("\\{\\w+}", "none");
    }

    static JsonNode resolved(JsonNode root, JsonNode schema) {
        return schema.has("$ref") ? resolved(root, root.at(schema.get("$ref").asText().substring(1))) : schema;
    }

    /** Objects of the schema, each with a mark in another place. */
    List<ObjectNode> marked(JsonNode root, JsonNode schema) {
        ObjectNode honest = (ObjectNode) honest(root, schema, 0);
        List<ObjectNode> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            String types = resolved(root, property.getValue()).path("type").toString();
            List<String> places = new ArrayList<>(List.of("\"@@\""));
            if (!types.contains("string") && !types.contains("integer")) {
                places.addAll(
                        List.of("{\"name\":\"@@\"}", "{\"age\":\"@@\"}", "{\"age\":{\"$gt\":\"@@\"}}", "[\"@@\"]", "[{\"age\":\"@@\"}]"));
            }
            for (String place : places) {
                all.add(honest.deepCopy().set(property.getKey(), McpClient.object("{\"it\":" + place + "}").get("it")));
            }
        }
        all.add(honest.deepCopy().put("another", MARK));
        return all;
    }

    JsonNode honest(JsonNode root, JsonNode given, int depth) {
        JsonNode schema = resolved(root, given);
        String type = schema.path("type").isArray() ? schema.at("/type/0").asText() : schema.path("type").asText("object");
        if (schema.has("enum")) {
            return schema.at("/enum/0");
        }
        ObjectNode object = McpClient.JSON.createObjectNode();
        switch (type) {
            case "string" -> object.put("it", "x");
            case "integer", "number" -> object.put("it", Math.max(1, schema.path("minimum").asInt()));
            case "boolean" -> object.put("it", true);
            case "array" -> object.putArray("it").add(depth > 3 ? object.nullNode() : honest(root, schema.path("items"), depth + 1));
            default -> {
                for (JsonNode required : schema.path("required")) {
                    String name = required.asText();
                    object.set(name,
                            known.containsKey(name) ? known.get(name) : honest(root, schema.path("properties").path(name), depth + 1));
                }
                return object;
            }
        }
        return object.get("it");
    }
}
