package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Any request to a gateway, with any credentials. Of an event stream only the head is read. */
final class SecuredClient {

    private final HttpClient http;
    private final String url;

    SecuredClient(String url) {
        this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), url);
    }

    SecuredClient(HttpClient http, String url) {
        this.http = http;
        this.url = url;
    }

    record Answer(int status, java.net.http.HttpHeaders headers, String body) {

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        JsonNode json() {
            return McpClient.object(body);
        }
    }

    /** @param headers in pairs */
    Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(1));
        request.header("Accept", method.equals("GET") && path.startsWith("/mcp") ? "text/event-stream" : "application/json");
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        try {
            HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                boolean stream = response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
                return new Answer(response.statusCode(), response.headers(),
                        stream ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Answer rpc(String method, String params, String... headers) {
        return rpcAt("/mcp", method, params, headers);
    }

    Answer rpcAt(String path, String method, String params, String... headers) {
        return send("POST", path, McpClient.request(method, McpClient.object(params)).toString(), headers);
    }
}
