package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.PassedHeaders;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.PercentCode;
import dev.caravan.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * AOI's toolboxes: the OpenAPI documents in {@code config/toolboxes/}, by file name, and the services behind them. Lists become repeated
 * query parameters; elsewhere commas join them, as is OpenAPI's default.
 */
@Component("localToolboxes")
public record Toolboxes(ObjectMapper mapper, StrictJson json, LocalFiles.LocalProperties properties, LocalFiles files) {

    /** Variables of a call: the service's address, and the start time. */
    private static final String SERVICE = "toolService";
    private static final String BEGAN = "toolBegan";

    private static final Set<String> SHOWN_HEADERS = Set.of("content-type", "location", "etag", "last-modified", "retry-after", "link");
    private static final Logger LOG = LoggerFactory.getLogger(Toolboxes.class);

    /** Returns the definition of a tool. */
    public JsonNode describe(@ExchangeProperty("path") Map<String, String> path) throws ToolException {
        Toolbox box = files.toolboxes().all().get(path.get("box_id"));
        if (box == null) {
            throw LocalReply.notFound("Toolbox not found: " + path.get("box_id"));
        }
        JsonNode tool = box.tools().get(path.get("tool_id"));
        if (tool == null) {
            throw LocalReply.notFound("The toolbox " + path.get("box_id") + " has no tool " + path.get("tool_id"));
        }
        return tool;
    }

    /** Prepares the request to the service from {@code {timeout?, header, path, query, body}}; each is optional. */
    public void request(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, Exchange exchange)
            throws ToolException, JsonProcessingException {
        JsonNode operation = describe(path).get("metadata");
        JsonNode call = LocalReply.object(json, body);
        Message message = exchange.getMessage();
        message.setHeaders(headers(call.path("header"), exchange));
        message.setHeader(Exchange.HTTP_METHOD, operation.get("method").textValue());
        message.setHeader(Exchange.HTTP_PATH, path(operation, call));
        message.setHeader(Exchange.HTTP_QUERY, query(call.path("query")));
        message.setHeader("Accept", "application/json, */*;q=0.5");
        long most = properties.callTimeout().toMillis();
        double given = call.path("timeout").isNumber() ? call.path("timeout").asDouble() * 1_000 : 0;
        message.setHeader("Caravan-Limit-Millis", given > 0 ? Math.max(1, (long) Math.min(given, most)) : most);
        message.setBody(body(operation, call.path("body")));
        if (message.getBody() != null) {
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        }
        exchange.setVariable(SERVICE, operation.get("server_url").textValue());
        exchange.setVariable(BEGAN, System.nanoTime());
    }

    /** Returns the headers. The account is the caller's own, if the caller may not act as another. */
    private static Map<String, Object> headers(JsonNode layer, Exchange exchange) throws ToolException {
        Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (var header : layer.properties()) {
            String value = joined(header.getValue());
            if (!header.getKey().matches("(?i)(?!camel|(te|expect|keep-alive)$)[\\w!#$%&'*+.^`|~-]+")
                    || value.chars().anyMatch(Character::isISOControl)) {
                throw LocalReply.invalid("header." + header.getKey()
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
    private static String path(JsonNode operation, JsonNode call) throws ToolException {
        String path = operation.get("path").textValue();
        for (JsonNode parameter : operation.at("/api_spec/parameters")) {
            String name = parameter.path("name").asText();
            String layer = parameter.path("in").asText();
            if (parameter.path("required").asBoolean() && !layer.equals("cookie") && call.path(layer).path(name).isMissingNode()) {
                throw LocalReply.invalid(layer + "." + name + " is required");
            }
            if (layer.equals("path")) {
                String value = joined(call.path("path").path(name));
                if (value.isEmpty() || value.matches("\\.{1,2}")) {
                    throw LocalReply.invalid("path." + name + " must not be '" + value + "'");
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
        ObjectNode answer = mapper.createObjectNode().put("status_code", status);
        ObjectNode headers = answer.putObject("headers");
        message.getHeaders().forEach((name, value) -> {
            if (SHOWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.valueOf(value));
            }
        });
        answer.set("body", said(message.getBody(byte[].class), message.getHeader(Exchange.CONTENT_TYPE, "", String.class)));
        answer.put("error", status < 400 ? "" : "The service answered with HTTP status " + status);
        return answer.put("duration_ms", (System.nanoTime() - began) / 1_000_000);
    }

    private JsonNode said(byte[] body, String type) {
        byte[] bytes = body == null ? new byte[0] : body;
        if (type.contains("json")) {
            try {
                return json.read(bytes);
            } catch (MalformedJsonException e) {
                LOG.debug("Answer of a toolbox service can't be read as {}", type);
            }
        }
        return mapper.getNodeFactory().textNode(new String(bytes, StandardCharsets.UTF_8));
    }
}
