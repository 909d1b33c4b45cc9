package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Writes boolean schemas as objects: {@code true} as {@code {}} and {@code false} as {@code {"not": {}}}. Clients of the TypeScript SDK 1.x
 * refuse the whole list for one boolean. The keywords {@code additional*} and {@code unevaluated*} keep theirs, which all clients know.
 */
public final class BooleanSchemas {

    private BooleanSchemas() {
    }

    /** Replaces the booleans in a schema. Returns it. */
    public static ObjectNode replace(ObjectNode schema) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode value = keyword.getValue();
            switch (SchemaKeyword.of(keyword.getKey())) {
                case SCHEMA -> keyword.setValue(keyword.getKey().matches("(additional|unevaluated).*") && value.isBoolean()
                        ? value : one(value));
                case ITEMS -> keyword.setValue(value.isArray() ? all(value) : one(value));
                case LIST, MAP, DEPENDENCIES -> all(value);
                default -> {
                    if (keyword.getKey().equals("$defs") || keyword.getKey().equals("definitions")) {
                        all(value);
                    }
                }
            }
        }
        return schema;
    }

    private static JsonNode all(JsonNode schemas) {
        if (schemas instanceof ObjectNode map) {
            map.properties().forEach(member -> member.setValue(one(member.getValue())));
        } else if (schemas instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, one(list.get(i)));
            }
        }
        return schemas;
    }

    private static JsonNode one(JsonNode schema) {
        if (schema instanceof BooleanNode flag) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            return flag.booleanValue() ? object : object.set("not", JsonNodeFactory.instance.objectNode());
        }
        return schema instanceof ObjectNode object ? replace(object) : schema;
    }
}
