package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An MCP client that sends raw requests. Checks every JSON-RPC answer against the protocol's own schema. */
public final class McpClient {

    public static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    public static final String MODERN = "2026-07-28";
    /** Longer than the timeout of tools in tests. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI uri;

    public McpClient(int port) {
        this(port, "/mcp");
    }

    private McpClient(int port, String path) {
        this.uri = URI.create("http://127.0.0.1:" + port + path);
    }

    /** Makes a client of the MCP instance with that key. */
    public static McpClient ofInstance(int port, String apiKey) {
        return new McpClient(port, "/mcp/" + apiKey);
    }

    /** Makes a client that sends to that path with its query, such as {@code /mcp?mode=discover}. */
    public static McpClient at(int port, String path) {
        return new McpClient(port, path);
    }

    public record Answer(int status, Map<String, java.util.List<String>> headers, String body) {

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(body, e);
            }
        }

        public JsonNode result() {
            assertThat(json().path("error").isMissingNode()).as(body).isTrue();
            return json().get("result");
        }

        public JsonNode error() {
            return json().path("error");
        }
    }

    /** Sends a request. Headers come in pairs of name and value, and replace the default headers. */
    public Answer send(String method, byte[] body, String... headers) {
        Map<String, String> all = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        for (int i = 0; i < headers.length; i += 2) {
            if (headers[i + 1] == null) {
                all.remove(headers[i]);
            } else {
                all.put(headers[i], headers[i + 1]);
            }
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(PATIENCE);
        all.forEach(request::header);
        request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers().map(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Answer post(String body, String... headers) {
        return send("POST", body.getBytes(java.nio.charset.StandardCharsets.UTF_8), headers);
    }

    /** Sends a legacy request in that revision. Checks the answer against the schema of the newest legacy revision. */
    public Answer legacy(String revision, String method, JsonNode params, String resultType) {
        ObjectNode request = request(method, params);
        Answer answer = revision == null ? post(request.toString()) : post(request.toString(), "MCP-Protocol-Version", revision);
        check("2025-11-25", resultType, answer);
        return answer;
    }

    /** Sends a modern request with everything that it requires. Checks the answer against the schema of 2026-07-28. */
    public Answer modern(String method, ObjectNode params, String resultType) {
        return modern(method, params, JSON.createObjectNode(), resultType);
    }

    /** Sends a modern request of a client with these capabilities. Headers come in pairs of name and value, beside the required headers. */
    public Answer modern(String method, ObjectNode params, ObjectNode capabilities, String resultType, String... headers) {
        Answer answer = send(method, params, capabilities, headers);
        check(MODERN, resultType, answer);
        return answer;
    }

    /** Calls a tool as a modern client with these capabilities. The answer is the result or, for {@code input_required}, a question. */
    public Answer modernCall(ObjectNode params, String capabilities, String... headers) {
        Answer answer = send("tools/call", params, object(capabilities), headers);
        check(MODERN, answer.json().at("/result/resultType").asText().equals("input_required") ? "InputRequiredResult" : "CallToolResult",
                answer);
        return answer;
    }

    /** The parameters as a modern client with these capabilities sends them. */
    public static ObjectNode modernParams(ObjectNode params, ObjectNode capabilities) {
        ObjectNode full = params == null ? JSON.createObjectNode() : params.deepCopy();
        full.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", MODERN).set("io.modelcontextprotocol/clientCapabilities",
                capabilities);
        return full;
    }

    private Answer send(String method, ObjectNode params, ObjectNode capabilities, String... headers) {
        ObjectNode full = modernParams(params, capabilities);
        String name = full.path("resources/read".equals(method) ? "uri" : method.startsWith("tasks/") ? "taskId" : "name").textValue();
        List<String> all = new ArrayList<>(Arrays.asList("MCP-Protocol-Version", MODERN, "Mcp-Method", method, "Mcp-Name", name));
        all.addAll(Arrays.asList(headers));
        return post(request(method, full).toString(), all.toArray(String[]::new));
    }

    public Answer call(String tool, JsonNode arguments, String... headers) {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.set("arguments", arguments);
        Answer answer = post(request("tools/call", params).toString(), headers);
        check("2025-11-25", "CallToolResult", answer);
        return answer;
    }

    /** Calls a tool and returns the envelope. Checks that the structured content and the text contain the same envelope. */
    public JsonNode envelope(String tool, JsonNode arguments, String... headers) {
        JsonNode result = call(tool, arguments, headers).result();
        JsonNode envelope = result.get("structuredContent");
        try {
            assertThat(JSON.readTree(result.at("/content/0/text").asText())).isEqualTo(envelope);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(result.get("isError").asBoolean()).isEqualTo(!envelope.get("ok").asBoolean());
        return envelope;
    }

    public static ObjectNode request(String method, JsonNode params) {
        ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        if (params != null) {
            request.set("params", params);
        }
        return request;
    }

    public static ObjectNode object(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void check(String revision, String resultType, Answer answer) {
        JsonNode json = answer.json();
        if (json.has("error")) {
            assertThat(schema(revision, "JSONRPCErrorResponse").validate(json)).as(answer.body()).isEmpty();
        } else {
            assertThat(schema(revision, "JSONRPCResultResponse").validate(json)).as(answer.body()).isEmpty();
            assertThat(schema(revision, resultType).validate(json.get("result"))).as(answer.body()).isEmpty();
        }
    }

    /** Checks a message against that type of the protocol's own schema. Legacy revisions use the schema of the newest legacy revision. */
    public static void checkType(String revision, String type, JsonNode message) {
        assertThat(schema(MODERN.equals(revision) ? MODERN : "2025-11-25", type).validate(message)).as(type + " " + message).isEmpty();
    }

    private static Schema schema(String revision, String type) {
        return SCHEMAS.computeIfAbsent(revision + " " + type, key -> {
            try (InputStream in = McpClient.class.getResourceAsStream("/schema/mcp-" + revision + ".json")) {
                ObjectNode schema = (ObjectNode) JSON.readTree(in);
                schema.put("$ref", "#/$defs/" + type);
                return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
