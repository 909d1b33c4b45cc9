package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A legacy client by hand, in a session; what the server sends it is checked against the protocol's own schema. */
public final class LegacyClient {

    public static final String ALL = "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}},\"roots\":{}}";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("notifications/progress", "ProgressNotification"), Map.entry("notifications/message", "LoggingMessageNotification"),
            Map.entry("notifications/cancelled", "CancelledNotification"), Map.entry("elicitation/create", "ElicitRequest"),
            Map.entry("sampling/createMessage", "CreateMessageRequest"), Map.entry("roots/list", "ListRootsRequest"),
            Map.entry("ping", "PingRequest"),
            Map.entry("notifications/resources/updated", "ResourceUpdatedNotification"),
            Map.entry("notifications/tools/list_changed", "ToolListChangedNotification"),
            Map.entry("notifications/resources/list_changed", "ResourceListChangedNotification"),
            Map.entry("notifications/prompts/list_changed", "PromptListChangedNotification"));

    private final int port;
    private final String revision;
    private final String session;
    private final String path;
    private int ids = 100;

    private LegacyClient(int port, String revision, String session, String path) {
        this.port = port;
        this.revision = revision;
        this.session = session;
        this.path = path;
    }

    /** Initializes at the gateway of that port. */
    public static LegacyClient open(int port, String revision, String capabilities, String... headers) {
        ObjectNode params = McpClient.object("{\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}").put("protocolVersion", revision);
        params.set("capabilities", McpClient.object(capabilities));
        Answer answer = new McpClient(port).post(McpClient.request("initialize", params).toString(), headers);
        assertThat(answer.result().get("protocolVersion").asText()).isEqualTo(revision);
        return new LegacyClient(port, revision, answer.headers().get("mcp-session-id").get(0), "/mcp");
    }

    /** The same client, that is led to another gateway. */
    public LegacyClient at(int other) {
        return new LegacyClient(other, revision, session, path);
    }

    /** The same, with another session id. */
    LegacyClient as(String other) {
        return new LegacyClient(port, revision, other, path);
    }

    public String session() {
        return session;
    }

    private String[] headers() {
        return new String[] {"MCP-Protocol-Version", revision, "Mcp-Session-Id", session};
    }

    public Answer request(String method, JsonNode params) {
        return new McpClient(port).post(McpClient.request(method, params).put("id", ++ids).toString(), headers());
    }

    public Answer send(String method, String... more) {
        String[] all = java.util.stream.Stream.concat(java.util.Arrays.stream(headers()), java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return new McpClient(port).send(method, null, all);
    }

    public Answer notify(String method, JsonNode params) {
        ObjectNode message = McpClient.request(method, params);
        message.remove("id");
        return new McpClient(port).post(message.toString(), headers());
    }

    /** Posts a request and leaves its answer to be read. */
    public StreamClient start(String method, ObjectNode params, int id) {
        try {
            return StreamClient.send(port, path, McpClient.request(method, params).put("id", id).toString(), headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    StreamClient call(String tool) {
        StreamClient answer = start("tools/call", McpClient.object("{}").put("name", tool), 7);
        head(answer);
        return answer;
    }

    /** Opens or resumes a GET stream. */
    public StreamClient listen(String lastEvent) {
        try {
            return StreamClient.open(port, path, "MCP-Protocol-Version", revision, "Mcp-Session-Id", session, "Last-Event-ID", lastEvent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Resumes a stream, with little room for what it has not read yet. */
    StreamClient listenSlowly(String lastEvent) throws IOException {
        return StreamClient.slow(port, path, "MCP-Protocol-Version", revision, "Mcp-Session-Id", session, "Last-Event-ID", lastEvent);
    }

    public static void head(StreamClient stream) {
        try {
            stream.readHead();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next message on a stream that is no mark, checked. */
    public static JsonNode message(StreamClient stream) {
        StreamClient.Event event = event(stream);
        while (event.data() == null || event.data().isEmpty()) {
            event = event(stream);
        }
        assertThat(event.data()).isNotEqualTo(StreamClient.END);
        ObjectNode message = McpClient.object(event.data());
        if (message.has("method")) {
            McpClient.checkType("2025-11-25", TYPES.get(message.get("method").asText()), message);
        } else {
            McpClient.checkType("2025-11-25", message.has("error") ? "JSONRPCErrorResponse" : "JSONRPCResultResponse", message);
        }
        return message;
    }

    public static StreamClient.Event event(StreamClient stream) {
        try {
            return stream.nextEvent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode next(StreamClient stream, String method) {
        JsonNode message = message(stream);
        assertThat(message.path("method").asText()).as(message.toString()).isEqualTo(method);
        return message;
    }

    /** The address of the next resource that was updated; lists may change before, while a gateway still takes up a server. */
    public static String updated(StreamClient stream) {
        JsonNode message = message(stream);
        while (message.path("method").asText().endsWith("list_changed")) {
            message = message(stream);
        }
        return message.at("/params/uri").asText();
    }

    /** The result of the request, which is the next message. */
    public static JsonNode result(StreamClient stream) {
        JsonNode message = message(stream);
        assertThat(message.has("result")).as(message.toString()).isTrue();
        return message.get("result");
    }

    /** Answers a request of the server. */
    public Answer respond(JsonNode request, String result) {
        ObjectNode response = McpClient.object("{\"jsonrpc\":\"2.0\"}");
        response.set("id", request.get("id"));
        response.set("result", McpClient.object(result));
        return post(response);
    }

    Answer refuse(JsonNode request, String message) {
        ObjectNode response = McpClient.object("{\"jsonrpc\":\"2.0\"}");
        response.set("id", request.get("id"));
        response.putObject("error").put("code", -1).put("message", message);
        return post(response);
    }

    Answer post(ObjectNode message) {
        return new McpClient(port).post(message.toString(), headers());
    }
}
