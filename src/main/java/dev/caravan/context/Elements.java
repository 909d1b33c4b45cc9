package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The members of an object or the items of an array. Changes them in place: all elements of a call, or none if one of them fails.
 */
public record Elements(JsonNode mount) {

    private static final Pattern INDEX = Pattern.compile("0|[1-9]\\d{0,8}");

    /** @throws ContextFailure MALFORMED if the value is neither an object nor an array */
    public static Elements of(JsonNode mount) throws ContextFailure {
        if (!mount.isContainerNode()) {
            throw ContextFailure.Kind.MALFORMED.of("context.notContainer");
        }
        return new Elements(mount);
    }

    /**
     * Adds new members, or items at the end.
     *
     * @return the keys or indexes of the new elements
     */
    public List<String> create(List<Element> elements) throws ContextFailure {
        List<String> created = new ArrayList<>();
        if (mount instanceof ObjectNode object) {
            TreeSet<String> keys = new TreeSet<>();
            for (Element element : elements) {
                needKey(element.key());
                if (object.has(element.key()) || !keys.add(element.key())) {
                    throw ContextFailure.Kind.EXISTS.of("context.keyExists", element.key());
                }
            }
            for (Element element : elements) {
                object.set(element.key(), element.content());
                created.add(element.key());
            }
        } else {
            for (Element element : elements) {
                created.add(String.valueOf(mount.size()));
                ((ArrayNode) mount).add(element.content());
            }
        }
        return created;
    }

    /**
     * Replaces existing values as a whole.
     *
     * @return their keys or indexes
     */
    public List<String> update(List<Element> elements) throws ContextFailure {
        for (Element element : elements) {
            check(element.key());
        }
        for (Element element : elements) {
            if (mount instanceof ObjectNode object) {
                object.set(element.key(), element.content());
            } else {
                ((ArrayNode) mount).set(Integer.parseInt(element.key()), element.content());
            }
        }
        return elements.stream().map(Element::key).distinct().toList();
    }

    /**
     * Removes existing values. Indexes count before the removal.
     *
     * @return their keys or indexes
     */
    public List<String> delete(List<String> keys) throws ContextFailure {
        for (String key : keys) {
            check(key);
        }
        if (mount instanceof ObjectNode object) {
            object.remove(keys);
        } else {
            BitSet removed = new BitSet();
            keys.forEach(key -> removed.set(Integer.parseInt(key)));
            List<JsonNode> kept = new ArrayList<>();
            for (int i = 0; i < mount.size(); i++) {
                if (!removed.get(i)) {
                    kept.add(mount.get(i));
                }
            }
            ((ArrayNode) mount).removeAll().addAll(kept);
        }
        return keys.stream().distinct().toList();
    }

    private static void needKey(String key) throws ContextFailure {
        if (key == null) {
            throw ContextFailure.Kind.FIELD.of("context.needsKey");
        }
    }

    private void check(String key) throws ContextFailure {
        needKey(key);
        if (mount.isObject() && !mount.has(key)) {
            throw ContextFailure.Kind.MISSING.of("context.noKey", key);
        }
        if (mount.isArray() && !INDEX.matcher(key).matches()) {
            throw ContextFailure.Kind.MALFORMED.of("context.noIndex", key);
        }
        if (mount.isArray() && !mount.has(Integer.parseInt(key))) {
            throw ContextFailure.Kind.MISSING.of("context.indexOut", key, mount.size());
        }
    }

    /**
     * An element to create or change.
     *
     * @param key     in an object the name of the member; in an array the index, which a new item ignores; null if not given
     * @param content any JSON, also null
     */
    public record Element(String key, JsonNode content) {
    }
}
