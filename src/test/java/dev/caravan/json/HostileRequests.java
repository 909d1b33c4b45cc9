package dev.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends {@link HostileJson} to every tool, and to every endpoint that an OpenAPI document tells of, in each of their members; each must be
 * answered soon.
 */
public final class HostileRequests {

    private static final String MARK = SampleObjects.MARK;

    /** Ten times what a quiet machine needs for 4 MB, and less than writing out a billion digits takes. */
    private static final Duration SOON = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** In the arguments of one tool: each value goes to each tool, not to each place in its schema. */
    private static final int MOST_PLACES = 4;

    private final String server;
    private final Map<String, String> headers;
    private final SampleObjects sample = new SampleObjects();
    private int sent;

    /** @param headers that each request has */
    public HostileRequests(int port, Map<String, String> headers) {
        this.server = "http://127.0.0.1:" + port;
        this.headers = headers;
    }

    /** Arguments, members and parts of paths of that name have that value, where it isn't their turn to be hostile. */
    public HostileRequests with(String name, JsonNode value) {
        sample.with(name, value);
        return this;
    }

    /** How many were sent. */
    public int sent() {
        return sent;
    }

    /** @param tool an entry of {@code tools/list} */
    public void toTool(String path, JsonNode tool) {
        String name = tool.get("name").asText();
        List<ObjectNode> marked = sample.marked(tool.get("inputSchema"), tool.get("inputSchema"));
        for (ObjectNode arguments : marked.subList(0, Math.min(MOST_PLACES, marked.size()))) {
            ObjectNode params = McpClient.JSON.createObjectNode().put("name", name);
            params.set("arguments", arguments);
            send("POST", path, McpClient.request("tools/call", params).toString(), sent % 41 == 0);
        }
    }

    public void toEndpoints(JsonNode document) {
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                toEndpoint(document, operation.getKey().toUpperCase(), path.getKey(), operation.getValue());
            }
        }
    }

    private void toEndpoint(JsonNode document, String method, String path, JsonNode operation) {
        String filled = sample.filled(path);
        for (JsonNode given : operation.path("parameters")) {
            JsonNode parameter = SampleObjects.resolved(document, given);
            String name = parameter.get("name").asText();
            if (parameter.get("in").asText().equals("query")) {
                send(method, filled + "?" + name + "=" + MARK, operation.has("requestBody") ? "{}" : null, false);
            } else if (parameter.get("in").asText().equals("path")) {
                send(method, path.replace("{" + name + "}", MARK).replaceAll("\\{\\w+}", "1"), operation.has("requestBody") ? "{}" : null,
                        false);
            }
        }
        if (operation.has("requestBody")) {
            send(method, filled, "\"" + MARK + "\"", true);
            JsonNode schema = SampleObjects.resolved(document, operation.at("/requestBody/content/application~1json/schema"));
            List<ObjectNode> bodies = sample.marked(document, schema);
            bodies.forEach(body -> send(method, filled, body.toString(), body == bodies.get(0)));
        }
    }

    /** Every value in the mark's place. */
    private void send(String method, String path, String body, boolean large) {
        for (HostileJson value : HostileJson.values()) {
            boolean inPath = path.contains(MARK);
            if (value.isLarge() && !large || inPath && value.json().length() > 2_000) {
                continue;
            }
            String address = path.replace(MARK, URLEncoder.encode(value.json(), StandardCharsets.UTF_8));
            check(method + " " + path + " " + body + " with " + value, value, !inPath, method, address,
                    body == null ? null : body.replace("\"" + MARK + "\"", value.json()));
        }
    }

    private void check(String what, HostileJson value, boolean inBody, String method, String address, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + address)).timeout(SOON)
                .header("Accept", "application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            sent++;
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String answer = response.body().length() > 2_000 ? response.body().substring(0, 2_000) : response.body();
            // 502, as document 2 has it for what the other service refuses
            boolean ofRecall = answer.contains("\"code\":\"ErrExtActionRecall");
            assertThat(response.statusCode()).as(what + ": " + answer)
                    .isIn(ofRecall ? Set.of(400, 404, 502) : Set.of(200, 201, 202, 400, 404, 409, 413, 422));
            assertThat(answer).as(what).doesNotContain("-32603", "INTERNAL_ERROR", "Exception", "\tat ", "OutOfMemory");
            if (inBody && value.isNoJson()) {
                assertThat(response.statusCode()).as(what + ": " + answer).isEqualTo(400);
            }
            if (value == HostileJson.MANY_DIGITS) {
                assertThat(answer).as(what).doesNotContain("name that is too long", "exponent beyond");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
