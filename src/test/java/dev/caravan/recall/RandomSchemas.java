package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaResolver;
import java.util.List;
import java.util.Random;

/** Schemas without recursion, and values for them: the same ones in each run. */
final class RandomSchemas {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "属性");

    private final Random random = new Random(8);
    private String definitions = "$defs";

    ObjectNode next() {
        definitions = random.nextBoolean() ? "$defs" : "definitions";
        ObjectNode original = schema(0, 3);
        ObjectNode defined = original.putObject(definitions);
        for (int level = 1; level <= SchemaResolver.MAX_DEPTH; level++) {
            for (int number = 0; number < 2; number++) {
                defined.set("L" + level + number, schema(level, 2));
            }
        }
        return original;
    }

    /** @param level of the definition it is in; it refers to deeper ones only */
    private ObjectNode schema(int level, int size) {
        if (level < SchemaResolver.MAX_DEPTH && random.nextInt(3) == 0) {
            return reference(level);
        }
        ObjectNode schema = JSON.objectNode();
        switch (size == 0 ? random.nextInt(4) : random.nextInt(15)) {
            case 0 -> schema.put("type", "string").put("maxLength", random.nextInt(3));
            case 1 -> schema.put("type", "integer").put("minimum", random.nextInt(3));
            case 2 -> schema.putArray("enum").add("x").add(1).addNull();
            case 3 -> schema.set("const", value(1));
            case 4, 14 -> array(schema, level, size);
            case 5 -> list(schema, "anyOf", level, size);
            case 6 -> list(schema, "oneOf", level, size);
            case 7 -> list(schema, "allOf", level, size);
            case 8 -> schema.set("not", schema(level, size - 1));
            case 9 -> {
                schema.set("if", schema(level, size - 1));
                schema.set(random.nextBoolean() ? "then" : "else", schema(level, size - 1));
            }
            default -> object(schema, level, size);
        }
        return schema;
    }

    /** Beside it stands what no schema here says itself, so that it holds as well as what the reference points to. */
    private ObjectNode reference(int level) {
        ObjectNode reference = JSON.objectNode().put("$ref", "#/" + definitions + "/L" + (level + 1) + random.nextInt(2));
        switch (random.nextInt(6)) {
            case 0 -> reference.put("description", "what stands beside");
            case 1 -> reference.put("minProperties", 1);
            case 2 -> reference.put("minItems", 2);
            case 3 -> reference.put("minLength", 1).put("default", "x");
            default -> { }
        }
        return reference;
    }

    private void array(ObjectNode schema, int level, int size) {
        schema.put("type", "array");
        if (random.nextBoolean()) {
            schema.set("items", random.nextInt(4) == 0 ? JSON.booleanNode(random.nextBoolean()) : schema(level, size - 1));
        }
        if (random.nextInt(3) == 0) {
            list(schema, "prefixItems", level, size);
        }
        if (random.nextInt(3) == 0) {
            schema.set("contains", schema(level, size - 1));
        }
    }

    private void object(ObjectNode schema, int level, int size) {
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                properties.set(name, schema(level, size - 1));
            }
        }
        if (random.nextBoolean()) {
            schema.putArray("required").add(NAMES.get(random.nextInt(NAMES.size())));
        }
        if (random.nextInt(3) == 0) {
            schema.putObject("patternProperties").set(random.nextBoolean() ? "^[ab]" : "性$", schema(level, size - 1));
        }
        if (random.nextInt(3) == 0) {
            schema.putObject("dependentSchemas").set(NAMES.get(random.nextInt(NAMES.size())), schema(level, size - 1));
        }
        if (random.nextBoolean()) {
            schema.set("additionalProperties", random.nextBoolean() ? JSON.booleanNode(false) : schema(level, size - 1));
        }
    }

    private void list(ObjectNode schema, String keyword, int level, int size) {
        ArrayNode list = schema.putArray(keyword);
        for (int i = 0; i < 2; i++) {
            list.add(schema(level, size - 1));
        }
    }

    JsonNode value(int size) {
        return switch (size == 0 ? random.nextInt(4) : random.nextInt(9)) {
            case 0 -> JSON.textNode("x".repeat(random.nextInt(4)));
            case 1 -> JSON.numberNode(random.nextInt(4));
            case 2 -> JSON.nullNode();
            case 3 -> JSON.booleanNode(random.nextBoolean());
            case 4, 5 -> {
                ArrayNode array = JSON.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(size - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = JSON.objectNode();
                NAMES.stream().filter(name -> random.nextInt(3) == 0).forEach(name -> object.set(name, value(size - 1)));
                yield object;
            }
        };
    }
}
