package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
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
}
