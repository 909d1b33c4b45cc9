package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Of schemas without recursion, within the depth that is followed, the converted one accepts exactly what the original does. */
class SameMeaningTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "属性");
    private static final int SCHEMAS = 400;
    private static final int INSTANCES = 25;

    private final Random random = new Random(8);

    @Test
    void whatOneAcceptsTheOtherAccepts() throws Exception {
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            ObjectNode original = schema(0, 3);
            ObjectNode definitions = JSON.objectNode();
            for (int level = 1; level <= SchemaResolver.MAX_DEPTH; level++) {
                for (int number = 0; number < 2; number++) {
                    definitions.set("L" + level + number, schema(level, 2));
                }
            }
            original.set("$defs", definitions);
            JsonNode converted = new SchemaResolver(SchemaLookup.ofInput(original)).resolve(original);
            assertThat(converted.toString()).doesNotContain("$ref", "$defs");
            Schema one = compiled(original);
            Schema other = compiled(converted);
            for (int instance = 0; instance < INSTANCES; instance++) {
                JsonNode value = value(3);
                boolean accepts = one.validate(value).isEmpty();
                assertThat(other.validate(value).isEmpty()).as(value + " by " + original + " and " + converted).isEqualTo(accepts);
                accepted += accepts ? 1 : 0;
                refused += accepts ? 0 : 1;
            }
        }
        assertThat(accepted).as("both answers are tried").isGreaterThan(1_000);
        assertThat(refused).isGreaterThan(1_000);
    }

    private static Schema compiled(JsonNode schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    }

    /** @param level of the definition it is in; it refers to deeper ones only */
    private ObjectNode schema(int level, int size) {
        if (level < SchemaResolver.MAX_DEPTH && random.nextInt(3) == 0) {
            ObjectNode reference = JSON.objectNode().put("$ref", "#/$defs/L" + (level + 1) + random.nextInt(2));
            return random.nextBoolean() ? reference : reference.put("description", "what stands beside");
        }
        ObjectNode schema = JSON.objectNode();
        switch (size == 0 ? random.nextInt(3) : random.nextInt(9)) {
            case 0 -> schema.put("type", "string").put("maxLength", random.nextInt(3));
            case 1 -> schema.put("type", "integer").put("minimum", random.nextInt(3));
            case 2 -> schema.putArray("enum").add("x").add(1).addNull();
            case 3 -> schema.put("type", "array").set("items", schema(level, size - 1));
            case 4 -> list(schema, "anyOf", level, size);
            case 5 -> list(schema, "oneOf", level, size);
            case 6 -> schema.set("not", schema(level, size - 1));
            default -> {
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
                if (random.nextBoolean()) {
                    schema.set("additionalProperties", random.nextBoolean() ? JSON.booleanNode(false) : schema(level, size - 1));
                }
            }
        }
        return schema;
    }

    private void list(ObjectNode schema, String keyword, int level, int size) {
        ArrayNode list = schema.putArray(keyword);
        for (int i = 0; i < 2; i++) {
            list.add(schema(level, size - 1));
        }
    }

    private JsonNode value(int size) {
        return switch (size == 0 ? random.nextInt(4) : random.nextInt(8)) {
            case 0 -> JSON.textNode("x".repeat(random.nextInt(4)));
            case 1 -> JSON.numberNode(random.nextInt(4));
            case 2 -> JSON.nullNode();
            case 3 -> JSON.booleanNode(random.nextBoolean());
            case 4 -> JSON.arrayNode().add(value(size - 1)).add(value(size - 1));
            default -> {
                ObjectNode object = JSON.objectNode();
                NAMES.stream().filter(name -> random.nextInt(3) == 0).forEach(name -> object.set(name, value(size - 1)));
                yield object;
            }
        };
    }
}
