package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parameters of a function from an MCP tool: flat, a JSON Schema of type object without references. */
public final class InputParameters {

    private static final Logger LOG = LoggerFactory.getLogger(InputParameters.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Keywords that OpenAI refuses at the root. */
    private static final List<String> NOT_AT_ROOT = List.of("oneOf", "anyOf", "allOf", "enum", "not");

    private InputParameters() {
    }

    /**
     * Converts an MCP tool's input schema. The root gets what OpenAI requires, {@code type} and {@code properties}. Combinations stay
     * at the root (contracts, section 6).
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
        NOT_AT_ROOT.stream().filter(parameters::has)
                .forEach(keyword -> LOG.info("Input schema has a keyword at its root that some models refuse keyword={}", keyword));
        if (parameters.at("/properties/body") instanceof ObjectNode body && !body.hasNonNull("description")) {
            body.put("description", "Request Body参数");
        }
        return parameters;
    }
}
