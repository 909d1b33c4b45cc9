package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the columns of a table without a schema from some of its rows. Rows may all differ: beyond 1,000 columns further ones are left
 * out.
 */
public final class SampledRows {

    /** How many rows to read. */
    public static final int MOST = 100;

    private static final int MOST_COLUMNS = 1_000;
    private static final int MOST_MEMBERS = 50;
    private static final int DEEPEST = 5;
    private static final int LONGEST_TIME = 40;
    private static final Pattern TIME = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");

    private final boolean paths;
    /** The type of each value that is not null, by the column. */
    private final Map<String, List<JsonType>> columns = new LinkedHashMap<>();
    private int rows;
    private JsonNode example;

    /** @param paths whether members of objects are columns too, such as {@code address.city} */
    public SampledRows(boolean paths) {
        this.paths = paths;
    }

    public void add(ObjectNode row) {
        rows++;
        example = example == null ? shape(row, 0) : example;
        see("", row, 1);
    }

    private void see(String prefix, ObjectNode object, int depth) {
        object.properties().forEach(member -> {
            String path = prefix + member.getKey();
            List<JsonType> types = columns.size() < MOST_COLUMNS ? columns.computeIfAbsent(path, name -> new ArrayList<>())
                    : columns.get(path);
            if (types != null && !member.getValue().isNull()) {
                types.add(type(member.getValue()));
            }
            if (paths && depth < DEEPEST && member.getValue() instanceof ObjectNode inner) {
                see(path + ".", inner, depth + 1);
            }
        });
    }

    public int rows() {
        return rows;
    }

    /** Returns the members of the first row with the types of their values. */
    public JsonNode example() {
        return example;
    }

    /** @param key the columns that identify a row; they come first */
    public List<ColumnDescription> columns(List<String> key) {
        Map<String, List<JsonType>> all = new LinkedHashMap<>();
        key.forEach(name -> all.put(name, columns.getOrDefault(name, List.of())));
        columns.forEach(all::putIfAbsent);
        return all.entrySet().stream().map(column -> column(column.getKey(), column.getValue(), key.contains(column.getKey())))
                .toList();
    }

    private ColumnDescription column(String name, List<JsonType> seen, boolean key) {
        Set<String> types = seen.stream().map(JsonType::type).collect(Collectors.toCollection(LinkedHashSet::new));
        if (types.contains("number")) {
            types.remove("integer");
        }
        String format = seen.stream().distinct().count() == 1 ? seen.get(0).format() : null;
        return new ColumnDescription(name, types.isEmpty() ? List.of(key ? "string" : "any") : List.copyOf(types), format, null,
                !key && seen.size() < rows, key, false, null, null, List.of(), null);
    }

    private static JsonType type(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue().length() <= LONGEST_TIME && TIME.matcher(value.textValue()).matches() ? JsonType.TIME
                    : JsonType.STRING;
        }
        return value.isBoolean() ? JsonType.BOOLEAN : value.isIntegralNumber() ? JsonType.INTEGER : value.isNumber() ? JsonType.NUMBER
                : value.isArray() ? JsonType.ARRAY : JsonType.OBJECT;
    }

    private static JsonNode shape(JsonNode value, int depth) {
        if (value instanceof ObjectNode object && depth < DEEPEST) {
            ObjectNode shape = JsonNodeFactory.instance.objectNode();
            object.properties().stream().limit(MOST_MEMBERS)
                    .forEach(member -> shape.set(member.getKey(), shape(member.getValue(), depth + 1)));
            return shape;
        }
        if (value instanceof ArrayNode list && depth < DEEPEST) {
            ArrayNode shape = JsonNodeFactory.instance.arrayNode();
            return list.isEmpty() ? shape : shape.add(shape(list.get(0), depth + 1));
        }
        if (value.isNull()) {
            return TextNode.valueOf("null");
        }
        JsonType type = type(value);
        return TextNode.valueOf(type.format() == null ? type.type() : type.format());
    }
}
