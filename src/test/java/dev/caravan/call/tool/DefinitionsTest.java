package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each definition of the quick start's tools is enough by itself, and is no longer than it has to be. */
class DefinitionsTest extends QuickStartTools {

    /** 4 bytes of JSON are about a token. */
    private static final int BYTES = 4;
    private static final int MOST_IN_THE_MEDIAN = 350;
    private static final int MOST_OF_A_DATABASE_TOOL = 700;
    private static final int KB = 1024;

    @Test
    void noDescriptionRefersToAnotherTool() {
        Map<String, JsonNode> tools = tools();
        assertThat(tools).hasSizeGreaterThanOrEqualTo(60);
        tools.forEach((name, tool) -> tool.findValuesAsText("description").forEach(description -> {
            assertThat(description).as(name).doesNotContainPattern("db_[a-z]+|^Like |^See |\\b[Aa]s [a-z]+ of ");
            tools.keySet().stream().filter(other -> !other.equals(name))
                    .forEach(other -> assertThat(description).as(name).doesNotContainPattern("\\b" + Pattern.quote(other) + "\\b"));
        }));
    }

    @Test
    void everyArgumentHasItsDescription() {
        tools().forEach((name, tool) -> {
            assertThat(tool.get("description").asText()).as(name).hasSizeGreaterThan(40);
            each(tool.get("inputSchema"), name, (path, argument) -> assertThat(argument.path("description").asText()).as(path)
                    .isNotBlank());
        });
    }

    /** Visits the arguments, those of objects and of items too. */
    private static void each(JsonNode schema, String path, BiConsumer<String, JsonNode> visitor) {
        schema.path("properties").properties().forEach(property -> {
            visitor.accept(path + "." + property.getKey(), property.getValue());
            each(property.getValue(), path + "." + property.getKey(), visitor);
        });
        if (schema.path("items").isObject()) {
            each(schema.get("items"), path + "[]", visitor);
        }
    }

    /** What a model would have to guess, or to learn from a refusal. */
    @Test
    void argumentsHaveTheLimitsThatHold() {
        Map<String, JsonNode> tools = tools();
        JsonNode query = tools.get("db_query_mysql").at("/inputSchema/properties");
        assertThat(query.at("/limit").toString()).contains("\"minimum\":1", "\"default\":100", "\"maximum\":1000");
        assertThat(tools.get("db_insert_mysql").at("/inputSchema/properties/data/maxItems").intValue()).isEqualTo(5000);
        assertThat(tools.get("db_advanced_mysql").at("/inputSchema/properties/queries/maxItems").intValue()).isEqualTo(50);
        assertThat(tools.get("db_advanced_mongodb").at("/inputSchema/properties/pipeline/maxItems").intValue()).isEqualTo(50);
        assertThat(tools.get("db_advanced_redis").at("/inputSchema/properties/operations/maxItems").intValue()).isEqualTo(50);
        tools.forEach((name, tool) -> each(tool.get("inputSchema"), name, (path, argument) -> {
            if (argument.path("type").asText().equals("integer")) {
                assertThat(argument.has("minimum") && argument.has("maximum")).as(path).isTrue();
            }
        }));
    }

    @Test
    void definitionsAreNoLongerThanTheyHaveToBe() throws Exception {
        Map<String, Integer> tokens = new TreeMap<>();
        tools().forEach((name, tool) -> tokens.put(name, bytes(tool) / BYTES));
        StringBuilder table = new StringBuilder("| tool | tokens |\n|---|---|\n");
        tokens.forEach((name, count) -> table.append("| ").append(name).append(" | ").append(count).append(" |\n"));
        List<Integer> sorted = tokens.values().stream().sorted(Comparator.naturalOrder()).toList();
        int median = sorted.get(sorted.size() / 2);
        int bytes = list().body().getBytes(StandardCharsets.UTF_8).length;
        int one = tools().values().stream().filter(tool -> tool.get("name").asText().matches("db_.*_postgresql"))
                .mapToInt(DefinitionsTest::bytes).sum();
        table.append("| median | ").append(median).append(" |\n| all ").append(tokens.size()).append(" | ").append(bytes / BYTES)
                .append(" |\n| one database | ").append(one / BYTES).append(" |\n");
        Files.writeString(Path.of("target/tokens.md"), table);
        Files.writeString(Path.of("target/tokens-list.json"), list().body());

        assertThat(median).as(table.toString()).isLessThanOrEqualTo(MOST_IN_THE_MEDIAN);
        assertThat(tokens.entrySet()).filteredOn(tool -> tool.getKey().startsWith("db_"))
                .allSatisfy(tool -> assertThat(tool.getValue()).as(tool.getKey()).isLessThanOrEqualTo(MOST_OF_A_DATABASE_TOOL));
        assertThat(bytes).as("the quick start's list").isLessThanOrEqualTo(110 * KB);
        assertThat(one).as("the tools of one database").isLessThanOrEqualTo(15 * KB);
    }

    private static int bytes(JsonNode tool) {
        return tool.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
