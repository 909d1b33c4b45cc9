package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A list of objects, for previews and selections. */
public final class Records {

    private final JsonNode list;

    private Records(JsonNode list) {
        this.list = list;
    }

    /** @throws ContextFailure MALFORMED if the value is not a list of objects */
    public static Records of(JsonNode mount) throws ContextFailure {
        boolean ofObjects = mount.isArray();
        for (JsonNode item : mount) {
            ofObjects &= item.isObject();
        }
        if (!ofObjects) {
            throw ContextFailure.malformed("context.notRecords");
        }
        return new Records(mount);
    }

    /** Returns each object with only these fields, in their order. */
    public List<JsonNode> preview(Collection<String> keys) {
        List<JsonNode> previews = new ArrayList<>();
        for (JsonNode item : list) {
            previews.add(some(item, keys));
        }
        return previews;
    }

    /** Returns an object with only these fields, in their order. */
    static JsonNode some(JsonNode item, Collection<String> keys) {
        ObjectNode some = JsonNodeFactory.instance.objectNode();
        keys.stream().filter(item::has).forEach(key -> some.set(key, item.get(key)));
        return some;
    }

    /** Returns the objects whose {@code field}, as text, is one of {@code values}. */
    public List<JsonNode> select(String field, Set<String> values) {
        List<JsonNode> matching = new ArrayList<>();
        for (JsonNode item : list) {
            if (item.has(field) && values.contains(item.get(field).isTextual() ? item.get(field).textValue() : item.get(field).toString())) {
                matching.add(item);
            }
        }
        return matching;
    }
}
