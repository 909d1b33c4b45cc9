package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.PassedHeaders;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.PercentCode;
import dev.caravan.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** AOI's toolboxes: the OpenAPI documents in {@code config/toolboxes/}, by file name, and the services behind them. */
@Component("localToolboxes")
public record Toolboxes(ObjectMapper mapper, StrictJson json, Environment environment, LocalFiles.LocalProperties properties,
        LocalFiles files) {

    /** Variables of a call: the service's address, and the start time. */
    private static final String SERVICE = "toolService";
    private static final String BEGAN = "toolBegan";

    private static final Set<String> SHOWN_HEADERS = Set.of("content-type", "location", "etag", "last-modified", "retry-after", "link");
    private static final Logger LOG = LoggerFactory.getLogger(Toolboxes.class);

    /** Returns the definition of a tool. */
    public JsonNode describe(@ExchangeProperty("path") Map<String, String> path) throws LocalReply.Failure {
        Toolbox box = box(path);
        Toolbox.Operation operation = operation(box, path);
        ObjectNode tool = mapper.createObjectNode()
                .put("tool_id", operation.id())
                .put("name", operation.id())
                .put("description", operation.description())
                .put("status", "enabled")
                .put("metadata_type", "openapi");
        tool.putObject("metadata")
                .put("version", box.version())
                .put("summary", operation.summary())
                .put("description", operation.description())
                .put("server_url", server(box))
                .put("path", operation.path())
                .put("method", operation.method())
                .set("api_spec", operation.spec());
        return tool;
    }

    private Toolbox box(Map<String, String> path) throws LocalReply.Failure {
        Toolbox box = files.toolboxes().get(path.get("box_id"));
        if (box == null) {
            throw new LocalReply.Failure(404, "Toolbox not found: " + path.get("box_id"));
        }
        return box;
    }

    private static Toolbox.Operation operation(Toolbox box, Map<String, String> path) throws LocalReply.Failure {
        Toolbox.Operation operation = box.operation(path.get("tool_id"));
        if (operation == null) {
            throw new LocalReply.Failure(404, "The toolbox " + path.get("box_id") + " has no tool " + path.get("tool_id"));
        }
        return operation;
    }

    private String server(Toolbox box) {
        String url = environment.resolvePlaceholders(box.server());
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Prepares the request to the service from {@code {timeout?, header, path, query, body}}. */
    public void request(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path,
            Exchange exchange) throws LocalReply.Failure, IOException {
        Toolbox box = box(path);
        JsonNode call = call(body);
        OperationRequest request = OperationRequest.of(operation(box, path), call, mapper);
        double given = call.path("timeout").asDouble() * 1_000;
        long most = properties.callTimeout().toMillis();
        long limit = call.path("timeout").isNumber() && given > 0 ? (long) Math.min(given, most) : most;
        Message message = exchange.getMessage();
        Map<String, Object> headers = new java.util.HashMap<>(request.headers());
        setOwnAccount(headers, exchange);
        headers.put(Exchange.HTTP_METHOD, request.method());
        headers.put(Exchange.HTTP_PATH, request.path());
        headers.put(Exchange.HTTP_QUERY, request.query());
        headers.put("Accept", "application/json, */*;q=0.5");
        headers.put("Caravan-Limit-Millis", Math.max(1, limit));
        if (request.body() != null) {
            headers.put(Exchange.CONTENT_TYPE, "application/json");
        }
        message.setHeaders(headers);
        message.setBody(request.body());
        exchange.setVariable(SERVICE, server(box));
        exchange.setVariable(BEGAN, System.nanoTime());
    }

    /** Replaces the account in the call by the caller's own, if the caller may not act as another. */
    private static void setOwnAccount(Map<String, Object> headers, Exchange exchange) {
        Map<?, ?> own = exchange.getProperty(PassedHeaders.OWN_ACCOUNT, Map.class);
        if (own == null) {
            return;
        }
        for (String name : List.of(PassedHeaders.ACCOUNT_ID, PassedHeaders.ACCOUNT_TYPE)) {
            if (headers.keySet().removeIf(name::equalsIgnoreCase) && own.containsKey(name)) {
                headers.put(name, own.get(name));
            }
        }
    }

    private JsonNode call(byte[] body) throws LocalReply.Failure {
        try {
            JsonNode call = json.read(body);
            if (call.isObject()) {
                return call;
            }
        } catch (MalformedJsonException e) {
            throw new LocalReply.Failure(400, "The body must be JSON: " + e.getMessage());
        }
        throw new LocalReply.Failure(400, "The body must be an object with header, path, query and body");
    }

    /** Returns {@code {status_code, headers, body, error, duration_ms}} for any answer of the service, whatever its status. */
    public JsonNode answer(Exchange exchange, @Variable(BEGAN) long began) {
        Message message = exchange.getMessage();
        int status = message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class);
        byte[] body = message.getBody(byte[].class);
        ObjectNode answer = mapper.createObjectNode().put("status_code", status);
        ObjectNode headers = answer.putObject("headers");
        message.getHeaders().forEach((name, value) -> {
            if (SHOWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.valueOf(value));
            }
        });
        answer.set("body", said(body == null ? new byte[0] : body, message.getHeader(Exchange.CONTENT_TYPE, "", String.class)));
        answer.put("error", status < 400 ? "" : "The service answered with HTTP status " + status);
        return answer.put("duration_ms", (System.nanoTime() - began) / 1_000_000);
    }

    private JsonNode said(byte[] body, String type) {
        if (type.contains("json")) {
            try {
                return json.read(body);
            } catch (MalformedJsonException e) {
                LOG.debug("Answer of a toolbox service can't be read as {}", type);
            }
        }
        return mapper.getNodeFactory().textNode(new String(body, StandardCharsets.UTF_8));
    }

    /**
     * A call of an operation as an HTTP request. Lists become repeated query parameters; elsewhere commas join them, as is OpenAPI's
     * default.
     *
     * @param path  percent-encoded, with its templates filled in
     * @param query percent-encoded
     * @param body  null for none
     */
    record OperationRequest(String method, String path, String query, Map<String, String> headers, byte[] body) {

        /** Headers that belong to the connection, which a call can't set. */
        private static final Set<String> OWN_HEADERS = Set.of("host", "content-length", "transfer-encoding", "connection", "upgrade", "te",
                "trailer", "expect",
                "keep-alive", "content-type", "accept", "caravan-limit-millis");

        /** @param call {@code {header, path, query, body}}; each is optional */
        static OperationRequest of(Toolbox.Operation operation, JsonNode call, ObjectMapper mapper) throws LocalReply.Failure {
            String path = operation.path();
            for (JsonNode parameter : operation.spec().path("parameters")) {
                String name = parameter.path("name").asText();
                String layer = parameter.path("in").asText();
                if (parameter.path("required").asBoolean() && !layer.equals("cookie") && call.path(layer).path(name).isMissingNode()) {
                    throw new LocalReply.Failure(400, layer + "." + name + " is required");
                }
                if (layer.equals("path")) {
                    String value = joined(call.path("path").path(name));
                    if (value.isEmpty() || value.matches("\\.{1,2}")) {
                        throw new LocalReply.Failure(400, "path." + name + " must not be '" + value + "'");
                    }
                    path = path.replace("{" + name + "}", PercentCode.of(value));
                }
            }
            return new OperationRequest(operation.method(), path, query(call.path("query")), headers(call.path("header")),
                    body(operation, call.path("body"), mapper));
        }

        private static String query(JsonNode layer) {
            List<String> query = new ArrayList<>();
            layer.properties().forEach(parameter -> {
                Iterable<JsonNode> values = parameter.getValue().isArray() ? parameter.getValue() : List.of(parameter.getValue());
                values.forEach(value -> {
                    if (!value.isNull()) {
                        query.add(PercentCode.of(parameter.getKey()) + "=" + PercentCode.of(joined(value)));
                    }
                });
            });
            return String.join("&", query);
        }

        private static Map<String, String> headers(JsonNode layer) throws LocalReply.Failure {
            Map<String, String> headers = new LinkedHashMap<>();
            for (var header : layer.properties()) {
                String name = header.getKey();
                String lower = name.toLowerCase(Locale.ROOT);
                if (OWN_HEADERS.contains(lower) || header.getValue().isNull()) {
                    continue;
                }
                String value = joined(header.getValue());
                if (!name.matches("[\\w!#$%&'*+.^`|~-]+") || lower.startsWith("camel") || value.chars()
                        .anyMatch(c -> c < ' ' || c == 127)) {
                    throw new LocalReply.Failure(400, "header." + name
                            + " can't be sent; its name must not begin with camel, its value must not have control characters");
                }
                headers.put(name, value);
            }
            return headers;
        }

        /** Returns the body. A body that is not an object is in {@code request_body}, as in the function's parameters. */
        private static byte[] body(Toolbox.Operation operation, JsonNode layer, ObjectMapper mapper) throws LocalReply.Failure {
            boolean takesOne = operation.spec().path("request_body").isObject();
            if (!takesOne || layer.isMissingNode()) {
                return null;
            }
            JsonNode schema = operation.spec().at("/request_body/content/application~1json/schema/properties/request_body");
            boolean isWrapped = layer.size() == 1 && layer.has("request_body") && schema.isMissingNode();
            try {
                return mapper.writeValueAsBytes(isWrapped ? layer.get("request_body") : layer);
            } catch (JsonProcessingException e) {
                throw new LocalReply.Failure(400, "The body can't be written");
            }
        }

        private static String joined(JsonNode value) {
            if (value.isArray()) {
                List<String> items = new ArrayList<>();
                value.forEach(item -> items.add(item.asText()));
                return String.join(",", items);
            }
            return value.isContainerNode() ? value.toString() : value.asText("");
        }
    }
}
