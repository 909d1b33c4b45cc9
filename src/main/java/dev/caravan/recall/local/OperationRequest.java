package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.PercentCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A call of an operation as an HTTP request. Lists become repeated query parameters; elsewhere commas join them, as is OpenAPI's default.
 *
 * @param path  percent-encoded, with its templates filled in
 * @param query percent-encoded
 * @param body  null for none
 */
record OperationRequest(String method, String path, String query, Map<String, String> headers, byte[] body) {

    /** Headers that belong to the connection, which a call can't set. */
    private static final Set<String> OWN_HEADERS = Set.of("host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect",
            "keep-alive", "content-type", "accept", "caravan-limit-millis");

    /** @param call {@code {header, path, query, body}}; each is optional */
    static OperationRequest of(Toolbox.Operation operation, JsonNode call, ObjectMapper mapper) throws LocalFailure {
        String path = operation.path();
        for (JsonNode parameter : operation.spec().path("parameters")) {
            String name = parameter.path("name").asText();
            String layer = parameter.path("in").asText();
            if (parameter.path("required").asBoolean() && !layer.equals("cookie") && call.path(layer).path(name).isMissingNode()) {
                throw new LocalFailure(400, layer + "." + name + " is required");
            }
            if (layer.equals("path")) {
                String value = joined(call.path("path").path(name));
                if (value.isEmpty() || value.matches("\\.{1,2}")) {
                    throw new LocalFailure(400, "path." + name + " must not be '" + value + "'");
                }
                path = path.replace("{" + name + "}", PercentCode.of(value));
            }
        }
        return new OperationRequest(operation.method(), path, query(call.path("query")), headers(call.path("header")), body(operation, call.path("body"), mapper));
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

    private static Map<String, String> headers(JsonNode layer) throws LocalFailure {
        Map<String, String> headers = new LinkedHashMap<>();
        for (var header : layer.properties()) {
            String name = header.getKey();
            String lower = name.toLowerCase(Locale.ROOT);
            if (OWN_HEADERS.contains(lower) || header.getValue().isNull()) {
                continue;
            }
            String value = joined(header.getValue());
            if (!name.matches("[\\w!#$%&'*+.^`|~-]+") || lower.startsWith("camel") || value.chars().anyMatch(c -> c < ' ' || c == 127)) {
                throw new LocalFailure(400, "header." + name + " can't be sent; its name must not begin with camel, its value must not have control characters");
            }
            headers.put(name, value);
        }
        return headers;
    }

    /** Returns the body. A body that is not an object is in {@code request_body}, as in the function's parameters. */
    private static byte[] body(Toolbox.Operation operation, JsonNode layer, ObjectMapper mapper) throws LocalFailure {
        boolean takesOne = operation.spec().path("request_body").isObject();
        if (!takesOne || layer.isMissingNode()) {
            return null;
        }
        JsonNode schema = operation.spec().at("/request_body/content/application~1json/schema/properties/request_body");
        boolean isWrapped = layer.size() == 1 && layer.has("request_body") && schema.isMissingNode();
        try {
            return mapper.writeValueAsBytes(isWrapped ? layer.get("request_body") : layer);
        } catch (JsonProcessingException e) {
            throw new LocalFailure(400, "The body can't be written");
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
