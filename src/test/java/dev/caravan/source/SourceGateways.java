package dev.caravan.source;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A gateway whose sources are changed over REST. Its files are in a folder of the test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SourceGateways {

    protected Path folder;
    protected Path servers;
    protected OwnGateway gateway;
    protected RestClient rest;

    @BeforeAll
    void start() {
        gateway = gateway(TemporaryFolder.make("sources")).shared().start();
        folder = gateway.sources();
        servers = folder.resolve("servers");
        rest = new RestClient(gateway.port(), "ada");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    /** Builds the gateway with these files of sources. */
    protected OwnGateway.Builder gateway(Path files) {
        OwnGateway.Builder builder = OwnGateway.withSources(files);
        for (String file : List.of("sources", "upstream")) {
            builder.file(file, read(Path.of("routes/catalogue", file + ".camel.yaml")));
        }
        return builder.file("endpoints",
                Arrays.stream(read(Path.of("routes/catalogue/endpoints.camel.yaml")).split("\n(?=- )"))
                        .filter(route -> route.contains("/api/v1/sources") || route.contains("/api/v1/upstream"))
                .collect(Collectors.joining("\n")));
    }

    protected static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected static void save(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a source, and returns the answer. */
    protected RestClient.Answer add(String kind, String name, String settings) {
        return add(kind, name, settings, null);
    }

    protected RestClient.Answer add(String kind, String name, String settings, String document) {
        return rest.post("/api/v1/sources",
                JSON.createObjectNode().put("kind", kind).put("name", name).put("settings", settings).put("document", document).toString());
    }

    protected JsonNode shown(String kind, String name) {
        return rest.get("/api/v1/sources/" + kind + "/" + name).data();
    }

    /** Changes the settings of a source in the version that it has now. */
    protected RestClient.Answer change(String kind, String name, String settings) {
        ObjectNode body = JSON.createObjectNode().put("settings", settings).put("version", shown(kind, name).get("version").asText());
        return rest.put("/api/v1/sources/" + kind + "/" + name, body.toString());
    }

    protected RestClient.Answer remove(String kind, String name) {
        return rest.delete("/api/v1/sources/" + kind + "/" + name + "?version=" + shown(kind, name).get("version").asText());
    }

    /** Returns the source as the list has it; missing if it is not there. */
    protected JsonNode listed(String kind, String name) {
        for (JsonNode source : rest.get("/api/v1/sources").data()) {
            if (source.get("kind").asText().equals(kind) && source.get("name").asText().equals(name)) {
                return source;
            }
        }
        return JSON.missingNode();
    }

    /** Returns the names of the tools that clients see. */
    protected List<String> tools() {
        return gateway.client().post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/tools").findValuesAsText("name");
    }

    protected static void until(Callable<Boolean> holds) {
        await().atMost(Duration.ofMinutes(1)).until(holds);
    }
}
