package dev.caravan;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the repository promises about itself. */
class ReadmeTest extends GatewayTest {

    @Test
    void theTableOfToolsIsTheCatalogue() throws IOException {
        StringBuilder table = new StringBuilder("| tool | what it does | |\n|---|---|---|\n");
        for (JsonNode tool : tools()) {
            JsonNode hints = tool.path("annotations");
            String kind = hints.path("readOnlyHint").asBoolean() ? "reads" : hints.path("destructiveHint").asBoolean(true) ? "changes" : "adds";
            table.append("| `").append(tool.get("name").asText()).append("` | ").append(tool.get("description").asText()).append(" | ").append(kind).append(" |\n");
        }
        String readme = Files.readString(Path.of("README.md"));

        assertThat(between(readme, "<!-- tools: checked by ReadmeTest -->\n", "<!-- end of tools -->")).isEqualTo(table.toString());
    }

    @Test
    void everyToolSaysWhatItIsAndWhatItTakes() throws IOException {
        for (Path file : toolFiles()) {
            String yaml = Files.readString(file);
            String name = file.getFileName().toString().replace(".camel.yaml", "");
            assertThat(yaml).as(file.toString()).contains("uri: ai-tool:" + name, "description:", "argSchema:", "tags:", "envelope:", "readOnlyHint:");
            assertThat(yaml.contains("id: " + name) || yaml.contains("- routeTemplate:")).as(file.toString()).isTrue();
        }
        assertThat(tools()).as("with one database, each template is one tool").hasSize(toolFiles().size());
        for (JsonNode tool : tools()) {
            assertThat(tool.get("outputSchema").get("type").asText()).isEqualTo("object");
            tool.at("/inputSchema/properties").forEach(property -> assertThat(property.get("description")).as(tool.toString()).isNotNull());
        }
    }

    private JsonNode tools() {
        return client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools");
    }

    private static List<Path> toolFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("routes/tools"))) {
            return files.filter(file -> file.toString().endsWith(".camel.yaml")).filter(file -> !isResource(file)).toList();
        }
    }

    private static boolean isResource(Path file) {
        try {
            return Files.readString(file).contains("uri: ai-resource:");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
