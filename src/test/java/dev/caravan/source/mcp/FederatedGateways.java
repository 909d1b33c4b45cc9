package dev.caravan.source.mcp;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** A gateway that offers the tools of other servers, and one that is such a server; the settings of the first are edited while it runs. */
abstract class FederatedGateways {

    static final String ADA = "key-of-ada";
    static final String BOB = "key-of-bob";

    private static final AtomicInteger TESTS = new AtomicInteger();

    /** What the gateway starts with. */
    private final Path sources = TemporaryFolder.make("upstream");
    private final int test = TESTS.incrementAndGet();
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

    /** Returns the name of a server of this test. A gateway remembers the definitions of servers by their names. */
    String named(String server) {
        return server + test;
    }

    /** Returns the folder of the servers' files. */
    Path settings() {
        return (gateway == null ? sources : gateway.sources()).resolve("servers");
    }

    /**
     * Saves a file for each of the servers, and removes all other files.
     *
     * @param servers {@code NAME: settings} of each server, with the address of the upstream server for {@code URL}. Each name becomes
     *                {@link #named} of this test.
     */
    void configure(String servers) {
        String url = upstream == null ? "http://127.0.0.1:1/mcp" : upstream.url() + "/mcp";
        Map<String, String> files = new TreeMap<>();
        for (String server : servers.replaceAll("(?<![A-Z_])URL", url).split("(?m)^(?=\\w+:)")) {
            String[] parts = server.split(":", 2);
            files.put(named(parts[0]), parts[1].stripLeading().replaceAll("\n  ", "\n"));
        }
        ServerFiles.keep(settings(), files.keySet());
        files.forEach((name, text) -> ServerFiles.save(settings(), name, text));
    }

    /** Builds a gateway that another test may use afterwards. */
    OwnGateway.Builder offering() {
        return OwnGateway.withSources(sources).shared();
    }

    /** The same for callers with the API keys {@link #ADA} and {@link #BOB}. */
    OwnGateway.Builder offeringToKeys() {
        return offering().apiKey("ada", ADA, "tools:read,tools:call").apiKey("bob", BOB, "tools:read,tools:call");
    }

    /** Builds a gateway that a test may restart, or that has other settings. */
    OwnGateway.Builder offeringAlone() {
        return OwnGateway.withSources(sources);
    }

    /** With the REST operations that show servers and approve definitions. */
    OwnGateway.Builder withRest(OwnGateway.Builder offering) throws IOException {
        return offering.file("approvals", Files.readString(Path.of("routes/catalogue/upstream.camel.yaml"))).file("endpoints",
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
