package dev.caravan.security;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** A gateway in mode api-key whose keys and toolsets are in files of its own, which a test edits. */
final class AccessFilesGateway implements AutoCloseable {

    final Path folder = TemporaryFolder.make("access");
    final OwnGateway gateway;
    final SecuredClient client;

    /** @param more adds routes and settings */
    AccessFilesGateway(String keys, UnaryOperator<OwnGateway.Builder> more) {
        this(keys, more.apply(OwnGateway.withEntries().tool("count_orders", "orders", "12").tool("find_item", "shop", "item")
                .tool("other", "b", "o")));
    }

    AccessFilesGateway(String keys, OwnGateway.Builder builder) {
        write("toolsets/sales.yaml", "tools: [count_orders]\n");
        write("toolsets/shop.yaml", "tags: [shop]\n");
        write("keys.yaml", keys);
        gateway = builder.set("toolsets.directory", folder.resolve("toolsets")).set("security.keys-file", folder.resolve("keys.yaml"))
                .settings("security.mode=api-key", "http.heartbeat=200ms", "security.failed-logins.attempts=0").start();
        client = new SecuredClient(gateway.url());
    }

    /** Returns the entry of a key whose text is its name. */
    static String key(String name, String... lines) {
        return name + ":\n  sha256: " + OwnGateway.sha256(name) + "\n  scopes: [tools:read, tools:call]\n"
                + String.join("", List.of(lines).stream().map(line -> "  " + line + "\n").toList());
    }

    void write(String file, String text) {
        try {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Path next = path.resolveSibling("next.tmp");
            Files.writeString(next, text);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String file) {
        try {
            Files.delete(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(60, SECONDS).pollInterval(20, MILLISECONDS).until(condition);
    }

    /** Waits until health tells why a file of this name is refused. */
    void untilRefused(String name, String reason) {
        await().atMost(60, SECONDS).pollInterval(20, MILLISECONDS)
                .untilAsserted(() -> assertThat(health().at("/details/refused/" + name).asText()).contains(reason));
    }

    /** Returns the names of the tools that the key sees there. */
    List<String> tools(String path, String key) {
        List<String> names = new ArrayList<>();
        client.rpcAt(path, "tools/list", "{}", "X-API-Key", key).json().at("/result/tools").forEach(each -> names.add(each.get("name")
                .textValue()));
        return names;
    }

    List<String> tools(String key) {
        return tools("/mcp", key);
    }

    /** Returns what the answer to a call says. */
    String call(String path, String key, String tool) {
        JsonNode answer = client.rpcAt(path, "tools/call", "{\"name\":\"%s\",\"arguments\":{}}".formatted(tool), "X-API-Key", key).json();
        return answer.path("error").path("message").asText(answer.at("/result/structuredContent/data").asText(answer.toString()));
    }

    int status(String key) {
        return client.rpc("tools/list", "{}", "X-API-Key", key).status();
    }

    /** Returns the state of the component {@code access}. */
    JsonNode health() {
        return McpClient.object(new SecuredClient("http://127.0.0.1:" + gateway.operations()).send("GET", "/actuator/health", null).body())
                .at("/components/access");
    }

    @Override
    public void close() {
        gateway.close();
    }
}
