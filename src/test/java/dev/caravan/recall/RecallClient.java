package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Action recall over REST, by hand. Every answer of its endpoints is checked against what the OpenAPI document says of it. */
final class RecallClient {

    static final String ACTION_INFO = "/api/agent-retrieval/in/v1/kn/get_action_info";
    static final String BODY = "{\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";

    static final JsonNode DOCUMENT = document();

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

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
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create(path.startsWith("http:") ? path : "http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(1))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<byte[]> response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            Answer answer = new Answer(response.statusCode(), response.body(), response);
            check(URI.create(path).getRawPath(), answer);
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void check(String path, Answer answer) {
        for (var operation : DOCUMENT.get("paths").properties()) {
            if (path.matches(operation.getKey().replaceAll("\\{\\w+}", "[^/]+"))) {
                boolean done = answer.status() == 200;
                boolean told = operation.getValue().at("/post/responses").has(String.valueOf(answer.status()))
                        || List.of(403, 413, 415).contains(answer.status());
                assertThat(told).as("the document tells of " + answer.status() + " at " + path).isTrue();
                String schema = !done ? "Error" : path.equals(ACTION_INFO) ? "ActionInfo" : null;
                if (schema != null) {
                    assertThat(SCHEMAS.computeIfAbsent(schema, RecallClient::schema).validate(answer.json())).as(answer.text()).isEmpty();
                }
            }
        }
    }

    private static Schema schema(String name) {
        ObjectNode root = McpClient.JSON.createObjectNode().put("$ref", "#/components/schemas/" + name);
        root.set("components", DOCUMENT.get("components"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
    }

    private static JsonNode document() {
        try {
            return new YAMLMapper().readTree(Files.readString(Path.of("routes/recall/openapi.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
