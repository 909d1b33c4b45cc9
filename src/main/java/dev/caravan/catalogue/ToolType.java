package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.tool.CompiledSchema;

/**
 * What a tool on a context can be, as {@code tool-types.yaml} says.
 *
 * @param annotations as MCP shows them
 * @param input       the schema of a tool that has none of its own
 */
record ToolType(String word, String description, ObjectNode annotations, ObjectNode input, CompiledSchema compiledInput) {

    static ToolType of(String word, JsonNode entry) {
        ObjectNode annotations = JsonNodeFactory.instance.objectNode();
        for (String hint : new String[] {"readOnly", "destructive", "idempotent"}) {
            if (entry.has(hint)) {
                annotations.put(hint + "Hint", entry.get(hint).booleanValue());
            }
        }
        annotations.put("openWorldHint", false);
        ObjectNode input = (ObjectNode) entry.get("input");
        return new ToolType(word, entry.get("description").textValue(), annotations, input, CompiledSchema.ofArguments(input));
    }

    /** For a tool whose owner gave no description. */
    String describe(String table, String place) {
        return description.replace("{context}", "the JSON context \"" + table + "\"" + (place.isEmpty() ? "" : " at " + place));
    }
}
