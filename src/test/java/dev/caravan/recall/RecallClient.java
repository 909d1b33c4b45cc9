package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Action recall over REST, by hand. */
final class RecallClient {

    static final String ACTION_INFO = "/api/agent-retrieval/in/v1/kn/get_action_info";

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    RecallClient(int port) {
        this.port = port;
    }

    record Answer(int status, byte[] body, HttpResponse<byte[]> response) {

        JsonNode json() {
            try {
                return McpClient.JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(new String(body, StandardCharsets.UTF_8), e);
            }
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        JsonNode tool() {
            return json().at("/_dynamic_tools/0");
        }

        /** Of a failure: {@code status code}. */
        String error() {
            return status + " " + json().path("code").asText();
        }
    }

    /** With an account. */
    Answer recall(String query, String body, String... headers) {
        String[] all = new String[headers.length + 4];
        System.arraycopy(new String[] {"x-account-id", "bdb78b62", "x-account-type", "user"}, 0, all, 0, 4);
        System.arraycopy(headers, 0, all, 4, headers.length);
        return send("POST", ACTION_INFO + query, body, all);
    }

    Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http:") ? path : "http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<byte[]> response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
