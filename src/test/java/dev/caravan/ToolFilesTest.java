package dev.caravan;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each tool of the repository is one file, which says what the tool is and what it takes. */
class ToolFilesTest extends GatewayTest {

    @Test
    void everyToolDescribesItselfAndItsArguments() throws IOException {
        for (Path file : toolFiles()) {
            String yaml = Files.readString(file);
            String name = toolName(file);
            assertThat(yaml).as(file.toString()).contains("uri: ai-tool:" + name, "description:", "argSchema:", "tags:", "envelope:",
                    "readOnlyHint:");
            assertThat(yaml.contains("id: " + name) || yaml.contains("- routeTemplate:")).as(file.toString()).isTrue();
        }
        assertThat(tools()).as("with one database, each template is one tool")
                .hasSize((int) toolFiles().stream().map(ToolFilesTest::toolName).distinct().count());
        for (JsonNode tool : tools()) {
            // whose result is that of another tool
            assertThat(tool.at("/outputSchema/type").asText()).isEqualTo(tool.get("name").asText().equals("call_tool") ? "" : "object");
            assertThat(tool.get("inputSchema").fieldNames()).toIterable()
                    .as("what models' APIs refuse at the root of arguments: " + tool.get("name"))
                    .doesNotContain("oneOf", "anyOf", "allOf", "not", "enum", "$ref");
            tool.at("/inputSchema/properties").forEach(property -> assertThat(property.get("description")).as(tool.toString()).isNotNull());
        }
    }

    /** The advanced tool is made of another template for each family of databases. */
    private static String toolName(Path file) {
        return file.getFileName().toString().replace(".camel.yaml", "").replaceFirst("^db_advanced_.*", "db_advanced_");
    }

    /** Of databases, those of one alone. */
    private List<JsonNode> tools() {
        List<JsonNode> tools = new ArrayList<>();
        client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools").forEach(tools::add);
        McpClient.at(port(), "/mcp?mode=discover").legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")
                .forEach(tools::add);
        tools.removeIf(tool -> tool.get("name").asText().matches("db_.*(?<!_postgresql)"));
        return tools;
    }

    private static List<Path> toolFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("routes"))) {
            return files.filter(file -> file.toString().endsWith(".camel.yaml")).filter(ToolFilesTest::isTool).toList();
        }
    }

    private static boolean isTool(Path file) {
        try {
            return Files.readString(file).contains("uri: ai-tool:");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
