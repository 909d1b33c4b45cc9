package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.PassedHeaders;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.PercentCode;
import dev.caravan.json.StrictJson;
import dev.caravan.recall.RecallException;
import dev.caravan.recall.RecallProperties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * AOI's toolboxes: the OpenAPI documents in {@code config/toolboxes/}, by file name, and the services behind them. Lists become repeated
 * query parameters; elsewhere commas join them, as is OpenAPI's default.
 */
@Component("localToolboxes")
public record Toolboxes(ObjectMapper mapper, StrictJson json, RecallProperties properties, LocalFiles files) {

    /** Variable of a call with its start time. */
    private static final String BEGAN = "toolBegan";

    private static final List<String> SHOWN_HEADERS = List.of("content-type", "location", "etag", "last-modified", "retry-after", "link");

    /** Returns the definition of a tool. */
    public JsonNode describe(@ExchangeProperty("path") Map<String, String> path) throws RecallException {
        Toolbox box = files.toolboxes().get(path.get("box_id"));
        if (box == null || !box.tools.containsKey(path.get("tool_id"))) {
            throw RecallException.of(RecallException.Kind.NOT_FOUND, box == null ? "Toolbox not found: " + path.get("box_id")
                    : "The toolbox " + path.get("box_id") + " has no tool " + path.get("tool_id"));
        }
        return box.tools.get(path.get("tool_id"));
    }

    /** Prepares the request to the service from {@code {header, path, query, body}}; each is optional. */
    public void request(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, Exchange exchange)
            throws RecallException, JsonProcessingException {
        JsonNode operation = describe(path).get("metadata");
        JsonNode call = LocalMcp.object(json, body);
        Message message = exchange.getMessage();
        message.setHeaders(headers(call.path("header"), exchange));
        message.setHeader(Exchange.HTTP_METHOD, operation.get("method").textValue());
        message.setHeader(Exchange.HTTP_PATH, path(operation, call));
        message.setHeader(Exchange.HTTP_QUERY, query(call.path("query")));
        message.setHeader("Accept", "application/json, */*;q=0.5");
        message.setHeader("Caravan-Limit-Millis", properties.callTimeout().toMillis());
        message.setBody(body(operation, call.path("body")));
        if (message.getBody() != null) {
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        }
        exchange.setVariable("toolService", operation.get("server_url").textValue());
        exchange.setVariable(BEGAN, System.nanoTime());
    }

    /** Returns the headers. The account is the caller's own, if the caller may not act as another. */
    private static Map<String, Object> headers(JsonNode layer, Exchange exchange) throws RecallException {
        Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (var header : layer.properties()) {
            String value = joined(header.getValue());
            if (!header.getKey().matches("(?i)(?!camel|(te|expect|keep-alive)$)[\\w!#$%&'*+.^`|~-]+")
                    || value.chars().anyMatch(Character::isISOControl)) {
                throw RecallException.of(RecallException.Kind.INVALID, "header." + header.getKey()
                        + " can't be sent; its name must not begin with camel, its value must not have control characters");
            }
            if (!header.getValue().isNull()) {
                headers.put(header.getKey(), value);
            }
        }
        Map<?, ?> own = exchange.getProperty(PassedHeaders.OWN_ACCOUNT, Map.class);
        if (own != null) {
            List.of(PassedHeaders.ACCOUNT_ID, PassedHeaders.ACCOUNT_TYPE)
                    .forEach(name -> headers.computeIfPresent(name, (known, given) -> own.get(name)));
        }
        return headers;
    }

    /** Returns the path, percent-encoded, with its templates filled in. */
    private static String path(JsonNode operation, JsonNode call) throws RecallException {
        String path = operation.get("path").textValue();
        for (JsonNode parameter : operation.at("/api_spec/parameters")) {
            String name = parameter.path("name").asText();
            if (parameter.path("in").asText().equals("path")) {
                String value = joined(call.path("path").path(name));
                if (value.isEmpty() || value.matches("\\.{1,2}")) {
                    throw RecallException.of(RecallException.Kind.INVALID, "path." + name + " must not be '" + value + "'");
                }
                path = path.replace("{" + name + "}", PercentCode.of(value));
            }
        }
        return path;
    }

    private static String query(JsonNode layer) {
        return layer.properties().stream()
                .flatMap(parameter -> (parameter.getValue().isArray() ? parameter.getValue().valueStream()
                        : Stream.of(parameter.getValue())).filter(value -> !value.isNull())
                        .map(value -> PercentCode.of(parameter.getKey()) + "=" + PercentCode.of(joined(value))))
                .collect(Collectors.joining("&"));
    }

    /** Returns the body; null for none. A body that is not an object is in {@code request_body}, as in the function's parameters. */
    private byte[] body(JsonNode operation, JsonNode layer) throws JsonProcessingException {
        JsonNode expected = operation.at("/api_spec/request_body");
        if (!expected.isObject() || layer.isMissingNode()) {
            return null;
        }
        boolean isWrapped = layer.size() == 1 && layer.has("request_body")
                && expected.at("/content/application~1json/schema/properties/request_body").isMissingNode();
        return mapper.writeValueAsBytes(isWrapped ? layer.get("request_body") : layer);
    }

    private static String joined(JsonNode value) {
        return value.isArray() ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(","))
                : value.isContainerNode() ? value.toString() : value.asText("");
    }

    /** Returns {@code {status_code, headers, body, error, duration_ms}} for any answer of the service, whatever its status. */
    public JsonNode answer(Exchange exchange, @Variable(BEGAN) long began) {
        Message message = exchange.getMessage();
        int status = message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class);
        ObjectNode answer = mapper.createObjectNode().put("status_code", status)
                .put("error", status < 400 ? "" : "The service answered with HTTP status " + status)
                .put("duration_ms", (System.nanoTime() - began) / 1_000_000);
        ObjectNode headers = answer.putObject("headers");
        SHOWN_HEADERS.stream().filter(name -> message.getHeader(name) != null)
                .forEach(name -> headers.put(name, message.getHeader(name, String.class)));
        return answer.set("body", said(message.getBody(byte[].class), headers.path("content-type").asText("")));
    }

    private JsonNode said(byte[] body, String type) {
        byte[] bytes = body == null ? new byte[0] : body;
        try {
            if (type.contains("json")) {
                return json.read(bytes);
            }
        } catch (MalformedJsonException e) {
            // it is shown as text
        }
        return mapper.getNodeFactory().textNode(new String(bytes, StandardCharsets.UTF_8));
    }
}
