package dev.caravan.source.kamelet;

import static dev.caravan.McpClient.JSON;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.source.ToolSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A gateway that offers Kamelets of a folder, which the test edits while it runs. */
abstract class KameletGateways {

    private static final AtomicInteger TESTS = new AtomicInteger();

    /** What the gateway starts with. */
    private final Path sources = TemporaryFolder.make("kamelets");
    private final int test = TESTS.incrementAndGet();
    OwnGateway gateway;

    @AfterEach
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    /** Returns the name of a source of events for this test. A gateway keeps the events of sources by their names. */
    String named(String source) {
        return source + test;
    }

    OwnGateway.Builder offering() {
        return OwnGateway.withSources(sources);
    }

    /** Starts a gateway that another test may use afterwards, and waits until it offers or refuses all files of the folder. */
    void start() {
        start(offering().shared());
    }

    void start(OwnGateway.Builder builder) {
        List<String> files = files().stream().map(file -> file.getFileName().toString()).toList();
        gateway = builder.start();
        until(() -> {
            Set<String> offered = tools().keySet();
            Set<String> read = listed("resources", "uri").keySet();
            return files.stream().allMatch(file -> {
                String name = file.replaceFirst("\\.ya?ml$", "");
                return offered.contains(name) || read.contains("kamelet:///" + name) || refused().contains("/" + file + ":");
            });
        });
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the gateway's Kamelets. */
    Path folder() {
        try {
            return Files.createDirectories((gateway == null ? sources : gateway.sources()).resolve("kamelets"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Saves a file of the folder. */
    void configure(String name, String yaml) {
        save(folder().resolve(name + ".yaml"), yaml);
    }

    static void save(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a whole file at once into a folder that somebody polls. */
    static void put(Path folder, String name, byte[] content) {
        try {
            Path written = Files.write(TemporaryFolder.make("written").resolve(name), content);
            Files.move(written, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Definitions by name. */
    Map<String, JsonNode> tools() {
        return listed("tools", "name");
    }

    Map<String, JsonNode> listed(String what, String key) {
        Map<String, JsonNode> listed = new TreeMap<>();
        gateway.client().post(McpClient.request(what + "/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/" + what)
                .forEach(each -> listed.put(each.get(key).asText(), each));
        return listed;
    }

    /** Calls a tool, and returns its envelope. */
    JsonNode call(String tool, String arguments) {
        return gateway.client().envelope(tool, McpClient.object(arguments));
    }

    /** Reads a resource, and returns its events. */
    JsonNode events(String uri) throws IOException {
        return content(uri).path("events");
    }

    /** Reads a resource: {@code {events}}. */
    JsonNode content(String uri) throws IOException {
        ObjectNode params = JSON.createObjectNode().put("uri", uri);
        JsonNode answer = gateway.client()
                .post(McpClient.request("resources/read", params).toString(), "MCP-Protocol-Version", "2025-11-25").json();
        return JSON.readTree(answer.at("/result/contents/0/text").asText("{}"));
    }

    /** Subscribes to a resource. The first message confirms it. */
    StreamClient listen(String uri) throws IOException {
        return StreamClient.listen(gateway.port(), "/mcp", "{\"resourceSubscriptions\":[\"" + uri + "\"]}");
    }

    /** Why files are refused. */
    String refused() {
        return gateway.bean(KameletFolder.class).all().stream().map(ToolSource::problem).filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
    }

    /** Waits until a source runs. */
    void started(String name) {
        until(() -> gateway.camel().getRoutes().stream().filter(route -> route.getId().startsWith("kamelet-" + name + "-"))
                .anyMatch(route -> gateway.camel().getRouteController().getRouteStatus(route.getId()).isStarted()));
    }

    static void until(Callable<Boolean> holds) {
        await().atMost(Duration.ofMinutes(1)).until(holds);
    }
}
