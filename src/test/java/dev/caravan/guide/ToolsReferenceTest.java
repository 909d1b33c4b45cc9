package dev.caravan.guide;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.guide.ReferencedTools.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reference has each tool of a gateway with all kinds of databases, with its arguments and the members of its result. */
class ToolsReferenceTest {

    private static final String UNTOLD = "{\"?\":\"?\"}";

    @Test
    void referenceHasEveryTool() throws IOException {
        Map<String, String> examples = ReferencedTools.examples();
        List<Section> sections = ReferencedTools.sections(tools());
        StringBuilder text = new StringBuilder("| tool | description | effect |\n|---|---|---|\n");
        for (Section section : sections) {
            text.append("| [`").append(section.name()).append("`](#").append(section.name()).append(") | ")
                    .append(ToolText.firstSentence(section.tool())).append(" | ")
                    .append(ToolText.effect(section.tool())).append(" |\n");
        }
        for (Section section : sections) {
            text.append("\n### ").append(section.name()).append("\n\n").append(section.tool().get("description").asText()).append("\n\n")
                    .append(section.also())
                    .append("Effect: ").append(ToolText.effect(section.tool())).append(". Hints: ").append(ToolText.hints(section.tool()))
                    .append(".\n\n")
                    .append(ToolText.arguments(section.tool().get("inputSchema"))).append('\n').append(ToolText.result(section.tool()))
                    .append("Example:\n\n```json\n").append(examples.getOrDefault(section.name(), UNTOLD)).append("\n```\n");
        }
        ReferencedTools.PAGE.assertPart("tools", text.append('\n').toString());
    }

    private static List<JsonNode> tools() {
        List<JsonNode> tools = new ArrayList<>();
        try (OwnGateway gateway = ReferencedTools.gateway()) {
            for (String path : List.of("/mcp", "/mcp?mode=discover")) {
                McpClient.at(gateway.port(), path).legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")
                        .forEach(tools::add);
            }
        }
        return tools;
    }
}
