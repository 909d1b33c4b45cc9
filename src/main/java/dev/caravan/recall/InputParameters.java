package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;

/** Makes the parameters of a function from an MCP tool: flat, a JSON Schema of type object without references. */
public final class InputParameters {

    private InputParameters() {
    }

    /**
     * Converts an MCP tool's input schema. The root gets what OpenAI requires, {@code type} and {@code properties}. Combinations stay at
     * the root.
     */
    public static ObjectNode of(JsonNode inputSchema) throws SchemaException {
        JsonNode schema = inputSchema.isNull() || inputSchema.isMissingNode() ? JsonNodeFactory.instance.objectNode()
                : inputSchema;
        if (!schema.isObject() && !schema.isBoolean()) {
            throw new SchemaException("The input schema must be an object");
        }
        ObjectNode parameters = (ObjectNode) new SchemaResolver(SchemaLookup.ofInput(schema)).resolve(schema);
        if (!parameters.has("type") || parameters.get("type").isArray() && OperationParameters.isObject(parameters)) {
            parameters.put("type", "object");
        }
        parameters.withObjectProperty("properties");
        if (parameters.at("/properties/body") instanceof ObjectNode body && !body.hasNonNull("description")) {
            body.put("description", "Request Body参数");
        }
        return parameters;
    }
}
