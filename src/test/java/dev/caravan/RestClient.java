package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A REST client of one user. Checks every answer against the operation and status in the OpenAPI document. */
public final class RestClient {

    public static final JsonNode DOCUMENT = document();

    /** Statuses that HTTP itself may answer at any path. The document does not list them for each operation. */
    private static final Set<Integer> ANYWHERE = Set.of(403, 405, 406, 413, 415);
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private final HttpClient http;
    private final int port;
    private final String user;
    private final String key;
    private final String[] headers;

    public RestClient(int port, String user) {
        this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), port, user, null);
    }

    private RestClient(HttpClient http, int port, String user, String key, String... headers) {
        this.http = http;
        this.port = port;
        this.user = user;
        this.key = key;
        this.headers = headers;
    }

    public RestClient as(String other) {
        return new RestClient(http, port, other, key);
    }

    /** Returns a client with an API key. */
    public RestClient withKey(String other) {
        return new RestClient(http, port, user, other);
    }

    /** Returns a client whose requests have these headers, {@code name, value, …}. */
    public RestClient with(String... more) {
        return new RestClient(http, port, user, key, more);
    }

    public record Answer(int status, JsonNode json, HttpHeaders headers) {

        /** Returns the header; null if there is none. */
        public String header(String name) {
            return headers.firstValue(name).orElse(null);
        }

        /** Returns the data of a successful answer. Fails the test for any other answer. */
        public JsonNode data() {
            assertThat(json.path("code").asInt(-1)).as(json.toString()).isZero();
            return json.get("data");
        }

        /** Returns the error of a failed answer as {@code status/code}. */
        public String error() {
            return status + "/" + json.path("code").asInt();
        }

        public String message() {
            return json.path("message").asText();
        }
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer post(String path, String body) {
        return send("POST", path, body);
    }

    public Answer put(String path, String body) {
        return send("PUT", path, body);
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    /** Sends a request. Checks that the OpenAPI document describes the answer. */
    public Answer send(String method, String path, String body) {
        Answer answer = ask(method, path, body);
        check(method, path, answer);
        return answer;
    }

    /** Sends a request without a check of the answer, such as to a gateway that is broken. */
    public Answer ask(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofMinutes(1));
        if (user != null) {
            request.header("X-User-Id", user);
        }
        if (key != null) {
            request.header("X-API-Key", key);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), McpClient.JSON.readTree(response.body()), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void check(String method, String path, Answer answer) {
        String plain = path.replaceFirst("\\?.*", "");
        Optional<Map.Entry<String, JsonNode>> operation = DOCUMENT.get("paths").properties().stream()
                .filter(entry -> plain.matches(entry.getKey().replaceAll("\\{\\w+}", "[^/]+"))
                        && entry.getValue().has(method.toLowerCase()))
                .min(Map.Entry.comparingByKey((a, b) -> Boolean.compare(a.contains("{"), b.contains("{"))));
        if (operation.isEmpty()) {
            return;
        }
        String key = method + " " + operation.get().getKey() + " " + answer.status();
        Schema schema = SCHEMAS.computeIfAbsent(key, absent -> {
            JsonNode response = operation.get().getValue().get(method.toLowerCase()).get("responses").path(String.valueOf(answer.status()));
            if (response.has("$ref")) {
                response = DOCUMENT.at(response.get("$ref").asText().substring(1));
            }
            ObjectNode root = McpClient.JSON.createObjectNode();
            if (ANYWHERE.contains(answer.status())) {
                root.put("$ref", "#/components/schemas/Failure");
            } else {
                assertThat(response.isMissingNode()).as("the document tells of " + key + ": " + answer.json()).isFalse();
                root.putArray("allOf").add(response.at("/content/application~1json/schema"));
            }
            root.set("components", DOCUMENT.get("components"));
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
        });
        assertThat(schema.validate(answer.json())).as(key + ": " + answer.json()).isEmpty();
    }

    private static JsonNode document() {
        try {
            return new YAMLMapper().readTree(Files.readString(Path.of("routes/catalogue/openapi.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
