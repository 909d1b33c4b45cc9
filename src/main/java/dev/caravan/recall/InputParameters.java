package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parameters of a function from an MCP tool: flat, a JSON Schema of type object without references. */
public final class InputParameters {

    private static final Logger LOG = LoggerFactory.getLogger(InputParameters.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Keywords that OpenAI refuses at the root. */
    private static final List<String> NOT_AT_ROOT = List.of("oneOf", "anyOf", "allOf", "enum", "not");
    private static final Set<String> PLAIN = Set.of("type", "properties", "required", "title", "description");

    private InputParameters() {
    }

    /**
     * Converts an MCP tool's input schema. The root gets what OpenAI requires, {@code type} and {@code properties}, and {@code allOf} of
     * plain objects is merged. Other combinations stay at the root, since there is no other form for them.
     */
    public static ObjectNode of(JsonNode inputSchema) throws SchemaException {
        JsonNode schema = inputSchema.isNull() || inputSchema.isMissingNode() ? JSON.objectNode() : inputSchema;
        if (!schema.isObject() && !schema.isBoolean()) {
            throw new SchemaException("The input schema must be an object");
        }
        ObjectNode parameters = (ObjectNode) new SchemaResolver(SchemaLookup.ofInput(schema)).resolve(schema);
        if (!parameters.has("type") || parameters.get("type").isArray() && OperationParameters.isObject(parameters)) {
            parameters.put("type", "object");
        }
        parameters.withObjectProperty("properties");
        mergePlain(parameters);
        NOT_AT_ROOT.stream().filter(parameters::has)
                .forEach(keyword -> LOG.info("Input schema has a keyword at its root that some models refuse keyword={}", keyword));
        if (parameters.at("/properties/body") instanceof ObjectNode body && !body.hasNonNull("description")) {
            body.put("description", "Request Body参数");
        }
        return parameters;
    }

    private static void mergePlain(ObjectNode parameters) {
        JsonNode members = parameters.path("allOf");
        boolean open = parameters.path("additionalProperties").asBoolean(!parameters.has("additionalProperties"));
        if (members.isMissingNode() || !open) {
            return;
        }
        for (JsonNode member : members) {
            boolean plain = member.path("type").asText("object").equals("object");
            for (var keyword : member.properties()) {
                plain &= PLAIN.contains(keyword.getKey());
            }
            if (!plain) {
                return;
            }
        }
        parameters.remove("allOf");
        ObjectNode properties = parameters.withObjectProperty("properties");
        Set<String> required = new LinkedHashSet<>();
        parameters.path("required").forEach(name -> required.add(name.asText()));
        for (JsonNode member : members) {
            for (var property : member.path("properties").properties()) {
                properties.set(property.getKey(), both(properties.get(property.getKey()), property.getValue()));
            }
            member.path("required").forEach(name -> required.add(name.asText()));
            for (String text : List.of("title", "description")) {
                if (member.has(text) && !parameters.has(text)) {
                    parameters.set(text, member.get(text));
                }
            }
        }
        if (!required.isEmpty()) {
            required.forEach(parameters.putArray("required")::add);
        }
    }

    private static JsonNode both(JsonNode one, JsonNode other) {
        if (one == null || one.equals(other)) {
            return other;
        }
        ObjectNode both = JSON.objectNode();
        both.putArray("allOf").add(one).add(other);
        return both;
    }
}
