package dev.caravan.observe;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static dev.caravan.embedded.ServerKind.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.ServerFiles;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
import dev.caravan.source.mcp.ScriptedServer;
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
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway with all that operators watch: metrics for Prometheus, traces, health; with the routes of the repository and some of its own.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureObservability(tracing = false)
@WithServers({MONGO, NEO4J, POSTGRESQL, REDIS})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ObservedGatewayTest {

    static final Collector COLLECTOR = new Collector();

    private static final int PORT = FreePorts.pick();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final McpClient client = new McpClient(PORT);

    @LocalManagementPort
    int operations;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.routes.directory", () -> routes().toString());
        registry.add("caravan.tracing.endpoint", COLLECTOR::endpoint);
        for (String setting : List.of("web-search.searxng-url", "recall.ontology-query-url", "recall.ontology-manager-url",
                "recall.operator-integration-url")) {
            registry.add("caravan." + setting, COLLECTOR::searchUrl);
        }
        registry.add("caravan.calls.slow", () -> "300ms");
        registry.add(ServerFiles.SETTING, () -> ServerFiles.folder(Map.of("absent", "command: /nowhere/to/be/found\n",
                "scripted", ServerFiles.command(ScriptedServer.command()) + "expose: {prefix: scripted_}\n")));
        registry.add("caravan.apis.directory", () -> apis().toString());
        registry.add("caravan.kamelets.directory", () -> kamelets().toString());
        registry.add("caravan.intelligence.workspaces.shop.root",
                () -> Path.of("src/test/resources/intelligence/chains").toAbsolutePath().toString());
        registry.add("caravan.intelligence.build-at-start", () -> false); // tests see the state none
    }

    private static Path routes() {
        try {
            Path routes = RoutesCopy.to(RoutesCopy.entries());
            Files.copy(Path.of("src/test/resources/observe/told.camel.yaml"), routes.resolve("edited").resolve("told.camel.yaml"));
            return routes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With one API, which has no operations. */
    private static Path kamelets() {
        try {
            Path kamelets = Files.createDirectory(folder().resolve("kamelets"));
            Files.writeString(kamelets.resolve("kamelet_log.yaml"), "kamelet: log-sink\n");
            return kamelets;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path apis() {
        try {
            Path apis = Files.createDirectory(folder().resolve("apis"));
            Files.writeString(apis.resolve("empty.openapi.yaml"),
                    "openapi: 3.1.0\ninfo: {title: Empty, version: '1'}\nservers: [{url: 'http://127.0.0.1:1'}]\npaths: {}\n");
            return apis;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("caravan-upstream");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int port() {
        return PORT;
    }

    HttpResponse<String> get(String path) {
        return get(operations, path);
    }

    static HttpResponse<String> get(int port, String path) {
        try {
            return HTTP.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(20)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Scrape scrape() {
        HttpResponse<String> answer = get("/actuator/prometheus");
        assertThat(answer.statusCode()).isEqualTo(200);
        return Scrape.of(answer.body());
    }

    /** The result of a call, whatever came of it. */
    JsonNode call(String tool, String arguments, String... headers) {
        return client.call(tool, McpClient.object(arguments), headers).result();
    }
}
