package dev.caravan.guide;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference has each tool of the catalogue, with its arguments; its examples are calls that the gateway takes. */
class ToolsReferenceTest extends GatewayTest {

    private static final GuidePage PAGE = GuidePage.of("reference/tools.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)### (\\w+)\n(?:(?!\n### ).)*?```json\n(.*?)\n```");
    private static final String UNTOLD = "{\"?\":\"?\"}";

    @Test
    void referenceHasEveryTool() throws IOException {
        Map<String, String> examples = examples();
        StringBuilder text = new StringBuilder("| tool | description | effect |\n|---|---|---|\n");
        for (JsonNode tool : tools()) {
            String name = tool.get("name").asText();
            text.append("| [`").append(name).append("`](#").append(name).append(") | ").append(firstSentence(tool.get("description").asText())).append(" | ").append(effect(tool)).append(" |\n");
        }
        for (JsonNode tool : tools()) {
            String name = tool.get("name").asText();
            text.append("\n### ").append(name).append("\n\n").append(tool.get("description").asText()).append("\n\nEffect: ").append(effect(tool)).append(". Hints: ").append(hints(tool))
                    .append(".\n\n").append(arguments(tool.get("inputSchema"))).append("\nExample:\n\n```json\n").append(examples.getOrDefault(name, UNTOLD)).append("\n```\n");
        }
        PAGE.assertPart("tools", text.append('\n').toString());
    }

    @Test
    void gatewayAcceptsEveryExample() {
        examples().forEach((name, example) -> {
            JsonNode result = client.call(name, object(example)).result();
            String answer = result.toString().replaceAll("query_error[^}]*has no table (users|orders)", ""); // which the quick start has
            assertThat(answer).as("%s %s", name, example).doesNotContain("INVALID_ARGUMENT", "query_error");
        });
        assertThat(PAGE.text()).as("an example for each tool").doesNotContain(UNTOLD);
    }

    private static Map<String, String> examples() {
        Map<String, String> examples = new HashMap<>();
        EXAMPLE.matcher(PAGE.part("tools")).results().forEach(example -> examples.put(example.group(1), example.group(2)));
        return examples;
    }

    private static String firstSentence(String description) {
        return description.replaceFirst("(?s)(?<=[^0-9]\\.)\\s.*", "");
    }

    private static String effect(JsonNode tool) {
        JsonNode hints = tool.path("annotations");
        return hints.path("readOnlyHint").asBoolean() ? "reads" : hints.path("destructiveHint").asBoolean(true) ? "changes" : "adds";
    }

    private static String hints(JsonNode tool) {
        List<String> hints = new ArrayList<>();
        tool.path("annotations").properties().stream().filter(hint -> hint.getValue().isBoolean()).forEach(hint -> hints.add("`" + hint.getKey() + ": " + hint.getValue() + "`"));
        return String.join(", ", hints);
    }

    private static String arguments(JsonNode schema) {
        if (schema.path("properties").isEmpty()) {
            return "No arguments.\n";
        }
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        StringBuilder table = new StringBuilder("| argument | type | default | description |\n|---|---|---|---|\n");
        schema.get("properties").properties().forEach(argument -> {
            JsonNode value = argument.getValue();
            table.append("| `").append(argument.getKey()).append("` | ").append(type(value)).append(required.contains(argument.getKey()) ? ", required" : "").append(" | ")
                    .append(value.has("default") ? "`" + value.get("default") + "` " : "").append("| ").append(sentence(cell(value.path("description").asText()))).append(bounds(value)).append(" |\n");
        });
        return table.toString();
    }

    private static String type(JsonNode schema) {
        if (schema.path("type").isTextual()) {
            return schema.get("type").asText() + (schema.path("items").has("type") ? " of " + type(schema.get("items")) : "");
        }
        List<String> types = new ArrayList<>();
        schema.path("type").forEach(type -> types.add(type.asText()));
        schema.path("oneOf").forEach(one -> types.add(type(one)));
        schema.path("anyOf").forEach(one -> types.add(type(one)));
        return types.isEmpty() ? schema.has("enum") ? "string" : "any" : String.join(" or ", types);
    }

    private static String bounds(JsonNode schema) {
        List<String> bounds = new ArrayList<>();
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.get("enum").forEach(value -> values.add("`" + value.asText() + "`"));
            bounds.add("Values: " + String.join(", ", values));
        }
        for (String name : List.of("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "pattern")) {
            if (schema.has(name)) {
                bounds.add(name + " `" + cell(schema.get(name).asText()) + "`");
            }
        }
        return bounds.isEmpty() ? "" : " " + String.join(", ", bounds) + ".";
    }

    private static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    /** Of databases, those of one alone. */
    private List<JsonNode> tools() {
        List<JsonNode> tools = new ArrayList<>();
        client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools").forEach(tools::add);
        McpClient.at(port(), "/mcp?mode=discover").legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools").forEach(tools::add);
        tools.removeIf(tool -> tool.get("name").asText().matches("db_.*(?<!_postgresql)"));
        return tools;
    }
}
