package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.Fork;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The real ECharts 5 and 6, in one Node process for many options. It needs {@code npm ci}; in CI it may not be skipped. */
final class EChartsRenderer {

    private static final Path FOLDER = Path.of("src/test/charts");

    private EChartsRenderer() {
    }

    static void assumeInstalled() {
        Needs.npm(FOLDER);
    }

    /** @param options by name; answers {@code {name: {"5": seen, "6": seen}}}, as {@code render.mjs} says */
    static JsonNode render(ObjectNode options) throws Exception {
        Path given = Fork.folder("charts").resolve("to-render.json");
        Path said = Fork.folder("charts").resolve("rendered.log");
        McpClient.JSON.writeValue(given.toFile(), options);
        Process node = new ProcessBuilder("node", "render.mjs").directory(FOLDER.toFile())
                .redirectInput(given.toFile()).redirectError(said.toFile()).start();
        try {
            String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(node.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).as(Files.readString(said)).isZero();
            return McpClient.JSON.readTree(output);
        } finally {
            node.destroyForcibly();
        }
    }
}
