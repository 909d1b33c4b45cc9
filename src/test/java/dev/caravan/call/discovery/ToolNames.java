package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The names in a list of definitions. */
final class ToolNames {

    private ToolNames() {
    }

    static List<String> of(JsonNode definitions) {
        List<String> names = new ArrayList<>();
        definitions.forEach(definition -> names.add(definition.get("name").asText()));
        return names;
    }
}
