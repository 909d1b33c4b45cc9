package dev.caravan.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.RouteYaml;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code --stdio --toolset NAME} serves the tools of one toolset. */
@Tag("nightly")
class StdioToolsetTest {

    @Test
    void flagNamesTheToolset() throws Exception {
        Path folder = TemporaryFolder.make("toolsets");
        Files.writeString(folder.resolve("sales.yaml"), "tools: [count]\n");
        Path routes = RoutesCopy.entries(RouteYaml.tool("count", "description: d", "- setBody:\n    constant: 12") + "\n"
                + RouteYaml.tool("other", "description: d", "- setBody:\n    constant: o"));
        try (StdioGateway gateway = StdioGateway.start(routes, "--toolset", "sales", "--caravan.toolsets.directory=" + folder)) {
            assertThat(gateway.send(request(1, "tools/list", null)).answer(1).at("/result/tools").findValuesAsText("name"))
                    .containsExactly("count");
            assertThat(gateway.send(request(2, "tools/call", "{\"name\":\"other\"}")).answer(2).at("/error/message").asText())
                    .isEqualTo("Unknown tool: other");
            assertThat(gateway.send(request(3, "tools/call", "{\"name\":\"count\"}")).answer(3).toString()).contains("12");
        }
    }

    private static String request(int id, String method, String params) {
        return McpClient.request(method, params == null ? null : McpClient.object(params)).put("id", id).toString();
    }
}
