package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/** An MCP server over HTTP that lists what it is told, in whatever form, and whose tools may give any HTTP answer. */
public final class OddServer implements AutoCloseable {

    /** An HTTP answer that is no MCP message. */
    private record Odd(int status, String type, String body, Map<String, String> headers) {
    }

    private final HttpServer http;
    private final Map<String, ArrayNode> lists = new TreeMap<>();
    private final Map<String, Odd> odd = new ConcurrentHashMap<>();
    private final Map<String, String> read = new ConcurrentHashMap<>();
    final Queue<JsonNode> requests = new ConcurrentLinkedQueue<>();

    public OddServer() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/mcp", this::answer);
        http.start();
    }

    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
    }

    /** @param list tools, resources, resourceTemplates or prompts */
    public OddServer lists(String list, String definition) {
        lists.computeIfAbsent(list, any -> McpClient.JSON.createArrayNode()).add(McpClient.object(definition));
        return this;
    }

    OddServer reads(String uri, String result) {
        read.put(uri, result);
        return this;
    }

    /** Redirects requests for a path. */
    OddServer moves(String path, int status, String location) {
        http.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            send(exchange, new Odd(status, null, "", Map.of("Location", location)));
        });
        return this;
    }

    /** Lets the calls of a tool have this HTTP answer. */
    OddServer answers(String tool, int status, String type, String body, Map<String, String> headers) {
        odd.put(tool, new Odd(status, type, body, headers));
        return lists("tools", "{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}");
    }

    long count(String method) {
        return requests.stream().filter(request -> request.path("method").asText().equals(method)).count();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            send(exchange, new Odd(405, "application/json", "{}", Map.of()));
            return;
        }
        JsonNode request = McpClient.JSON.readTree(exchange.getRequestBody());
        requests.add(request);
        String method = request.path("method").asText();
        Odd told = method.equals("tools/call") ? odd.get(request.at("/params/name").asText()) : null;
        if (told != null) {
            send(exchange, told);
            return;
        }
        ObjectNode reply = McpClient.JSON.createObjectNode().put("jsonrpc", "2.0");
        reply.set("id", request.get("id"));
        if (method.equals("server/discover")) {
            reply.putObject("error").put("code", -32601).put("message", "Method not found");
        } else {
            reply.set("result", result(method, request.path("params")));
        }
        send(exchange, new Odd(request.has("id") ? 200 : 202, "application/json", reply.toString(), Map.of()));
    }

    private ObjectNode result(String method, JsonNode params) {
        return switch (method) {
            case "initialize" -> McpClient.object(
                    "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{},\"resources\":{},\"prompts\":{}},"
                            + "\"serverInfo\":{\"name\":\"odd\",\"version\":\"1\"}}");
            case "tools/list" -> list("tools");
            case "resources/list" -> list("resources");
            case "resources/templates/list" -> list("resourceTemplates");
            case "prompts/list" -> list("prompts");
            case "resources/read" -> McpClient.object(read.getOrDefault(params.path("uri").asText(),
                    "{\"contents\":[{\"uri\":\"" + params.path("uri").asText() + "\",\"text\":\"there\"}]}"));
            default -> McpClient.object("{\"content\":[{\"type\":\"text\",\"text\":\"well\"}]}");
        };
    }

    private ObjectNode list(String name) {
        ObjectNode list = McpClient.JSON.createObjectNode();
        list.set(name, lists.getOrDefault(name, McpClient.JSON.createArrayNode()));
        return list;
    }

    private static void send(HttpExchange exchange, Odd answer) throws IOException {
        try (exchange) {
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            if (answer.type() != null) {
                exchange.getResponseHeaders().set("Content-Type", answer.type());
            }
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
