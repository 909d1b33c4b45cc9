package dev.caravan.source.openapi;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;

/** A gateway with a folder of APIs, and a service that answers. */
abstract class ApiGateways {

    /** What the gateway starts with. */
    private final Path sources = TemporaryFolder.make("apis");
    final ApiServer server = new ApiServer();
    OwnGateway gateway;

    @AfterEach
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
        server.close();
    }

    /** Returns the folder of the gateway's APIs. */
    Path folder() {
        try {
            return Files.createDirectories((gateway == null ? sources : gateway.sources()).resolve("apis"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param text {@code URL} stands for the address of the service */
    void save(String file, String text) {
        try {
            Files.writeString(folder().resolve(file), text.replace("URL", server.url()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String resource(String name) {
        try (InputStream in = ApiGateways.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    OwnGateway.Builder offering() {
        return OwnGateway.withSources(sources).shared();
    }

    /** Starts the gateway, and waits for the tools of all APIs. */
    void start(String tool) {
        gateway = offering().start();
        until(() -> tools().containsKey(tool) && tools().size() == offered());
    }

    private int offered() {
        int offered = 0;
        for (JsonNode api : health()) {
            offered += api.path("tools").size();
        }
        return offered;
    }

    /** Definitions by name. */
    Map<String, JsonNode> tools() {
        Map<String, JsonNode> tools = new TreeMap<>();
        String cursor = null;
        do {
            ObjectNode params = cursor == null ? null : JSON.createObjectNode().put("cursor", cursor);
            JsonNode result = gateway.client()
                    .post(McpClient.request("tools/list", params).toString(), "MCP-Protocol-Version", "2025-11-25").json().get("result");
            result.get("tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
            cursor = result.path("nextCursor").textValue();
        } while (cursor != null);
        return tools;
    }

    /** The result's structured content. */
    JsonNode call(String tool, String arguments, String... headers) {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.set("arguments", McpClient.object(arguments));
        JsonNode answer = gateway.client().post(McpClient.request("tools/call", params).toString(), headers).json();
        return answer.at("/result/structuredContent").isMissingNode() ? answer : answer.at("/result/structuredContent");
    }

    /** The APIs by name. */
    JsonNode health() {
        return health("sources").at("/details/apis");
    }

    JsonNode health(String component) {
        try {
            HttpResponse<String> answer = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health/" + component))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return JSON.readTree(answer.body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void until(Callable<Boolean> holds) {
        await().atMost(Duration.ofMinutes(1)).until(holds);
    }
}
