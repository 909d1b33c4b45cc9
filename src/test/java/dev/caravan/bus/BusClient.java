package dev.caravan.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A sender of JSON-RPC over a bus, beside {@link McpClient} over HTTP. */
public interface BusClient extends AutoCloseable {

    /**
     * Sends a message and waits for its answer; headers come in pairs, with names as over HTTP.
     *
     * @return the answer's text
     * @throws AssertionError if none comes
     */
    String ask(String message, String... headers);

    /** The answer as JSON. */
    default JsonNode request(String message, String... headers) {
        try {
            return McpClient.JSON.readTree(ask(message, headers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A {@code tools/call}. */
    default JsonNode call(String tool, String arguments, String... headers) {
        return request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":"
                + arguments + "}}", headers);
    }

    /** Sends a message that wants no answer. */
    void tell(String message, String... headers);

    @Override
    void close();
}
