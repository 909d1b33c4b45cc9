package dev.caravan.source.mcp;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    /** The upstream server has the tool {@code greet}. Closing it does not stop it: use {@link #startOwnUpstream} for that. */
    void startUpstream() {
        startUpstream(OwnGateway.withEntries().shared());
    }

    void startOwnUpstream() {
        startUpstream(OwnGateway.withEntries());
    }

    private void startUpstream(OwnGateway.Builder builder) {
        upstreamRoutes = builder;
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
        return text.chars().mapToObj(c -> Character.isLetterOrDigit(c) || c == ' ' ? String.valueOf((char) c) : String.format("\\u%04x", c))
                .collect(Collectors.joining());
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

    /** With the REST operations that show servers and approve definitions. */
    OwnGateway.Builder withRest() throws IOException {
        return offering().file("approvals", Files.readString(Path.of("routes/catalogue/upstream.camel.yaml"))).file("endpoints",
                RouteYaml.endpoint("GET", "/api/v1/upstream", "list-upstream")
                + RouteYaml.endpoint("POST", "/api/v1/upstream/{server}/approvals", "approve-upstream"));
    }

    /** Returns the first server that REST shows. */
    JsonNode server() throws Exception {
        return send(HttpRequest.newBuilder(URI.create(gateway.url() + "/api/v1/upstream"))).at("/data/0");
    }

    /** Definitions by name. */
    Map<String, JsonNode> tools() {
        Map<String, JsonNode> tools = new TreeMap<>();
        gateway.client().post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
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

    /** Returns the value of the metric whose line begins with this name; none if there is no such line. */
    String metric(String name) throws Exception {
        HttpResponse<String> metrics = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/prometheus")).build(),
                HttpResponse.BodyHandlers.ofString());
        return metrics.body().lines().filter(line -> line.startsWith(name)).map(line -> line.substring(name.length() + 1)).findFirst()
                .orElse("none");
    }

    static JsonNode send(HttpRequest.Builder request) throws Exception {
        return McpClient.JSON.readTree(HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    }
}
