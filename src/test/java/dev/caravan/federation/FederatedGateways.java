package dev.caravan.federation;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** A gateway that offers the tools of other servers, and one that is such a server; the settings of the first are edited while it runs. */
abstract class FederatedGateways {

    final Path settings = TemporaryFolder.make("upstream").resolve("upstream.yaml");
    OwnGateway gateway;
    OwnGateway upstream;
    OwnGateway.Builder upstreamRoutes;

    @AfterEach
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
        if (upstream != null) {
            upstream.close();
        }
    }

    /** The upstream server has the tool {@code greet}. */
    void startUpstream() {
        upstreamRoutes = OwnGateway.withEntries();
        greet("Greet somebody.", "Hello");
        upstream = upstreamRoutes.start();
    }

    void greet(String description, String word) {
        greet(description, word, true);
    }

    void greet(String description, String word, boolean readOnly) {
        upstreamRoutes.file("greet", """
                - route:
                    id: greet
                    from:
                      uri: ai-tool:greet
                      parameters:
                        title: Greet
                        definition: '{"description":"%s"}'
                        parameter.name: string
                        parameter.name.required: true
                        parameter.tone: string
                        readOnlyHint: %s
                        envelope: none
                      steps:
                        - setBody:
                            simple: "%s, ${header.name}${header.tone}"
                """.formatted(escaped(description), readOnly, word));
    }

    /** So that neither Camel nor YAML sees any of it. */
    private static String escaped(String text) {
        return text.chars().mapToObj(c -> Character.isLetterOrDigit(c) || c == ' ' ? String.valueOf((char) c) : String.format("\\u%04x", c)).collect(Collectors.joining());
    }

    /** @param servers the lines below {@code servers:}, with the address of the upstream server for {@code URL} */
    void configure(String servers) {
        try {
            String url = upstream == null ? "http://127.0.0.1:1/mcp" : upstream.url() + "/mcp";
            Files.writeString(settings, "caravan:\n  upstream:\n    servers:\n" + servers.replaceAll("(?<![A-Z_])URL", url).indent(6));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    OwnGateway.Builder offering() {
        OwnGateway.Builder builder = OwnGateway.withEntries().set("upstream.file", settings);
        try {
            Files.createDirectories(builder.routes().resolve("upstream"));
            for (String file : List.of("upstream-tool.camel.yaml", "upstream-contents.camel.yaml")) {
                Files.copy(Path.of("routes/upstream").resolve(file), builder.routes().resolve("upstream").resolve(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return builder;
    }

    /** Definitions by name. */
    Map<String, JsonNode> tools() {
        Map<String, JsonNode> tools = new TreeMap<>();
        gateway.client().post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json().at("/result/tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
        return tools;
    }

    JsonNode call(String tool, String arguments) {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.set("arguments", McpClient.object(arguments));
        return gateway.client().post(McpClient.request("tools/call", params).toString()).json();
    }

    String text(String tool, String arguments) {
        return call(tool, arguments).at("/result/content/0/text").asText();
    }

    static void until(Callable<Boolean> holds) {
        await().atMost(Duration.ofMinutes(1)).until(holds);
    }
}
