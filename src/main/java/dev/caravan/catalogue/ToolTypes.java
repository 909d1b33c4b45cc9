package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.tool.CompiledSchema;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** All types of tools on contexts. */
@Component
class ToolTypes {

    static final String SEARCH = "search";

    private final Map<String, ToolType> types = new LinkedHashMap<>();

    ToolTypes() throws IOException {
        try (InputStream in = ToolTypes.class.getResourceAsStream("tool-types.yaml")) {
            JsonNode entries = JsonMappers.yaml().readTree(in);
            entries.properties().forEach(entry -> types.put(entry.getKey(), ToolType.of(entry.getKey(), entry.getValue())));
        }
    }

    Optional<ToolType> find(String word) {
        return Optional.ofNullable(types.get(word));
    }

    /** Lists the types, for messages. */
    String words() {
        return String.join(", ", types.keySet());
    }

    /**
     * A type of tools on a context, from {@code tool-types.yaml}.
     *
     * @param annotations tool annotations, as MCP defines them
     * @param input       input schema of a tool that does not set its own
     * @param hasData     whether its result has the data in the member {@code data}; otherwise the result is the data
     */
    record ToolType(String word, String description, ObjectNode annotations, ObjectNode input, CompiledSchema compiledInput,
            boolean hasData) {

        static ToolType of(String word, JsonNode entry) {
            ObjectNode annotations = JsonNodeFactory.instance.objectNode();
            for (String hint : new String[] {"readOnly", "destructive", "idempotent"}) {
                if (entry.has(hint)) {
                    annotations.put(hint + "Hint", entry.get(hint).booleanValue());
                }
            }
            annotations.put("openWorldHint", false);
            ObjectNode input = (ObjectNode) entry.get("input");
            return new ToolType(word, entry.get("description").textValue(), annotations, input, CompiledSchema.ofArguments(input),
                    entry.path("data").asBoolean());
        }

        /** Describes a tool whose owner gave no description. */
        String describe(String table, String place) {
            return description.replace("{context}", "the JSON context \"" + table + "\"" + (place.isEmpty() ? "" : " at " + place));
        }
    }
}
