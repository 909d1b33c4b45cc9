package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What undoes a change of a value, as JSON. Of an object: {@code {put: {key: value}, drop: [key]}}. Of an array: {@code {set: [[index,
 * value]]}}, {@code {insert: [[index, value]]}} with the indexes afterwards, or {@code {remove: [index]}} with the indexes before. Of any
 * other value, and of a whole context: {@code {value}}.
 */
final class Reversal {

    private static final String VALUE = "value";
    private static final String PUT = "put";
    private static final String DROP = "drop";
    private static final String SET = "set";
    private static final String INSERT = "insert";
    private static final String REMOVE = "remove";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Reversal() {
    }

    /** Returns a copy that has the same members or items; {@link #of} needs it, since changes happen in place. */
    static JsonNode before(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> JSON.objectNode().setAll((ObjectNode) value);
            case ARRAY -> JSON.arrayNode(value.size()).addAll((ArrayNode) value);
            default -> value;
        };
    }

    /**
     * Returns what turns {@code after} into {@code before}. Members and items that did not change must be the same objects in both.
     */
    static ObjectNode of(JsonNode before, JsonNode after) {
        if (before instanceof ObjectNode was && after instanceof ObjectNode is) {
            return ofObject(was, is);
        }
        if (before instanceof ArrayNode was && after instanceof ArrayNode is) {
            return was.size() == is.size() ? ofItems(was, is) : was.size() > is.size() ? ofRemoved(was, is) : ofAdded(was, is);
        }
        ObjectNode reversal = JSON.objectNode();
        reversal.set(VALUE, before);
        return reversal;
    }

    private static ObjectNode ofObject(ObjectNode was, ObjectNode is) {
        ObjectNode reversal = JSON.objectNode();
        ObjectNode put = reversal.putObject(PUT);
        ArrayNode drop = reversal.putArray(DROP);
        was.properties().stream().filter(member -> is.get(member.getKey()) != member.getValue())
                .forEach(member -> put.set(member.getKey(), member.getValue()));
        is.fieldNames().forEachRemaining(name -> {
            if (!was.has(name)) {
                drop.add(name);
            }
        });
        return reversal;
    }

    private static ObjectNode ofItems(ArrayNode was, ArrayNode is) {
        ObjectNode reversal = JSON.objectNode();
        ArrayNode set = reversal.putArray(SET);
        for (int i = 0; i < was.size(); i++) {
            if (was.get(i) != is.get(i)) {
                set.addArray().add(i).add(was.get(i));
            }
        }
        return reversal;
    }

    private static ObjectNode ofRemoved(ArrayNode was, ArrayNode is) {
        ObjectNode reversal = JSON.objectNode();
        ArrayNode insert = reversal.putArray(INSERT);
        for (int i = 0, j = 0; i < was.size(); i++) {
            if (j < is.size() && was.get(i) == is.get(j)) {
                j++;
            } else {
                insert.addArray().add(i).add(was.get(i));
            }
        }
        return reversal;
    }

    private static ObjectNode ofAdded(ArrayNode was, ArrayNode is) {
        ObjectNode reversal = JSON.objectNode();
        ArrayNode remove = reversal.putArray(REMOVE);
        for (int i = 0, j = 0; i < is.size(); i++) {
            if (j < was.size() && is.get(i) == was.get(j)) {
                j++;
            } else {
                remove.add(i);
            }
        }
        return reversal;
    }

    /** Applies a reversal, in place where the value is an object or array. Returns the value afterwards. */
    static JsonNode apply(JsonNode reversal, JsonNode value) {
        if (reversal.has(VALUE)) {
            return reversal.get(VALUE);
        }
        if (value instanceof ObjectNode object && reversal.has(PUT)) {
            reversal.get(DROP).forEach(name -> object.remove(name.textValue()));
            reversal.get(PUT).properties().forEach(member -> object.set(member.getKey(), member.getValue()));
        } else if (value instanceof ArrayNode array && !reversal.has(PUT)) {
            applyTo(array, reversal);
        } else {
            throw new IllegalStateException("The reversal does not fit the value: " + value.getNodeType());
        }
        return value;
    }

    private static void applyTo(ArrayNode array, JsonNode reversal) {
        reversal.path(SET).forEach(item -> array.set(item.get(0).intValue(), item.get(1)));
        if (!reversal.path(REMOVE).isEmpty()) {
            List<JsonNode> kept = new ArrayList<>();
            int next = 0;
            for (int i = 0; i < array.size(); i++) {
                if (next < reversal.get(REMOVE).size() && reversal.get(REMOVE).get(next).intValue() == i) {
                    next++;
                } else {
                    kept.add(array.get(i));
                }
            }
            array.removeAll().addAll(kept);
        }
        if (!reversal.path(INSERT).isEmpty()) {
            List<JsonNode> all = new ArrayList<>();
            int rest = 0;
            for (JsonNode item : reversal.get(INSERT)) {
                while (all.size() < item.get(0).intValue()) {
                    all.add(array.get(rest++));
                }
                all.add(item.get(1));
            }
            while (rest < array.size()) {
                all.add(array.get(rest++));
            }
            array.removeAll().addAll(all);
        }
    }

    /** Returns the keys or indexes that the reversal touches. */
    static List<String> keys(JsonNode reversal) {
        List<String> keys = new ArrayList<>();
        reversal.path(PUT).fieldNames().forEachRemaining(keys::add);
        reversal.path(DROP).forEach(name -> keys.add(name.textValue()));
        for (String pairs : List.of(SET, INSERT)) {
            reversal.path(pairs).forEach(item -> keys.add(item.get(0).asText()));
        }
        reversal.path(REMOVE).forEach(index -> keys.add(index.asText()));
        return keys;
    }

    /** Whether the reversal leaves the other elements of the value at their places. */
    static boolean isLocal(JsonNode reversal) {
        return reversal.has(PUT) || reversal.has(SET);
    }

    /**
     * The places that a change touched, as JSON Pointers. Two changes are independent unless one touched a place of the other, or above or
     * below it.
     */
    static final class Places {

        private static final int MOST = 100;
        private static final int MOST_CHARACTERS = 20_000;

        private final NavigableSet<String> places;

        Places(List<String> places) {
            this.places = new TreeSet<>(places);
        }

        /** Returns each element that a change touched; the whole object or array if there are many, or if other items moved. */
        static List<String> of(Pointer path, JsonNode reversal, List<String> keys) {
            boolean each = Reversal.isLocal(reversal) && keys.size() <= MOST && keys.stream().mapToInt(String::length).sum()
                    + keys.size() * path.toString().length() <= MOST_CHARACTERS;
            return each ? keys.stream().map(key -> path.child(key).toString()).toList() : List.of(path.toString());
        }

        /** Returns the first keys, as many as are shown. */
        static List<String> shown(List<String> keys) {
            List<String> shown = new ArrayList<>();
            int characters = 0;
            for (String key : keys) {
                characters += key.length();
                if (shown.size() == MOST || characters > MOST_CHARACTERS) {
                    break;
                }
                shown.add(key);
            }
            return shown;
        }

        /** Whether one of the other's places is one of these, or above or below one. */
        boolean overlap(List<String> others) {
            return others.stream().anyMatch(this::touch);
        }

        private boolean touch(String place) {
            String below = places.ceiling(place + "/");
            if (places.contains(place) || below != null && below.startsWith(place + "/")) {
                return true;
            }
            for (int end = place.lastIndexOf('/'); end >= 0; end = place.lastIndexOf('/', end - 1)) {
                if (places.contains(place.substring(0, end))) {
                    return true;
                }
            }
            return false;
        }

        /** Whether all these places are at or below the scope. */
        boolean areWithin(Pointer scope) {
            return places.stream().allMatch(place -> place.equals(scope.toString()) || place.startsWith(scope + "/"));
        }
    }
}
