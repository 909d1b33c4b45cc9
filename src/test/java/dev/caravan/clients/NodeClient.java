package dev.caravan.clients;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts what drives the official TypeScript clients. It needs Node and {@code npm ci}; without them the test is skipped, which it may not
 * be in CI.
 */
public final class NodeClient {

    private static final Path CLIENTS = Path.of("src/test/clients");

    private NodeClient() {
    }

    /**
     * @param script of src/test/clients
     * @param mode   which client, and which era it is to speak
     */
    static Process start(String script, int port, String mode) throws IOException {
        return start(script, "http://127.0.0.1:" + port + "/mcp", mode, List.of());
    }

    private static Process start(String script, String url, String mode, List<String> command) throws IOException {
        Needs.npm(CLIENTS);
        ProcessBuilder node = new ProcessBuilder("node", script, url, mode).directory(CLIENTS.toFile()).redirectErrorStream(true);
        node.environment().put("CARAVAN_COMMAND", new ObjectMapper().writeValueAsString(command));
        node.environment().put("CARAVAN_DIRECTORY", Path.of("").toAbsolutePath().toString());
        return node.start();
    }

    /** The JSON of its last line, once it has ended well. */
    public static JsonNode run(String script, int port, String mode) throws IOException, InterruptedException {
        return result(start(script, port, mode));
    }

    /** The same of a client that starts the gateway itself, by that command, and speaks with it on standard streams. */
    static JsonNode run(String script, List<String> command, String mode) throws IOException, InterruptedException {
        return result(start(script, "stdio:", mode, command));
    }

    private static JsonNode result(Process node) throws IOException, InterruptedException {
        String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor(120, SECONDS)).isTrue();
        assertThat(node.exitValue()).as(output).isZero();
        return new ObjectMapper().readTree(output.lines().reduce((first, last) -> last).orElseThrow());
    }
}
