package dev.caravan.mcp.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An HTTP request as it goes over the wire, valid or not.
 *
 * @param headers name and value, in the order in which they are sent; without Host and Content-Length
 */
record RawRequest(String method, String path, List<Map.Entry<String, String>> headers, byte[] body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The valid ones, a JSON object a line: {@code {http, path, headers, body}}. */
    static List<RawRequest> corpus() {
        List<RawRequest> corpus = new ArrayList<>();
        try (var lines = RawRequest.class.getResourceAsStream("/fuzz/corpus.jsonl")) {
            for (String line : new String(lines.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                JsonNode seed = JSON.readTree(line);
                List<Map.Entry<String, String>> headers = new ArrayList<>();
                seed.get("headers").properties().forEach(header -> headers.add(Map.entry(header.getKey(), header.getValue().textValue())));
                byte[] body = seed.get("body").isNull() ? new byte[0] : JSON.writeValueAsBytes(seed.get("body"));
                corpus.add(new RawRequest(seed.get("http").textValue(), seed.get("path").textValue(), headers, body));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return corpus;
    }

    byte[] bytes(int port) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        headers.forEach(
                header -> out.writeBytes((header.getKey() + ": " + header.getValue() + "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
        out.writeBytes(("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(body);
        return out.toByteArray();
    }

    @Override
    public String toString() {
        return method + " " + path + " " + headers + " " + new String(body, StandardCharsets.UTF_8);
    }
}
