package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.PassedHeaders;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
public class Toolboxes {

    /** Variables of a call: the service's address, and the start time. */
    private static final String SERVICE = "toolService";
    private static final String BEGAN = "toolBegan";

    private static final Set<String> SHOWN_HEADERS = Set.of("content-type", "location", "etag", "last-modified", "retry-after", "link");
    private static final Logger LOG = LoggerFactory.getLogger(Toolboxes.class);

    private final ObjectMapper mapper;
    private final StrictJson json;
    private final Environment environment;
    private final long callTimeout;
    private final LocalFiles files;

    Toolboxes(ObjectMapper mapper, StrictJson json, Environment environment, LocalProperties properties, LocalFiles files) {
        this.mapper = mapper;
        this.json = json;
        this.environment = environment;
        this.callTimeout = properties.callTimeout().toMillis();
        this.files = files;
    }

    /** Returns the definition of a tool. */
    public JsonNode describe(@ExchangeProperty("path") Map<String, String> path) throws LocalFailure {
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

    private Toolbox box(Map<String, String> path) throws LocalFailure {
        Toolbox box = files.toolboxes().get(path.get("box_id"));
        if (box == null) {
            throw new LocalFailure(404, "Toolbox not found: " + path.get("box_id"));
        }
        return box;
    }

    private static Toolbox.Operation operation(Toolbox box, Map<String, String> path) throws LocalFailure {
        Toolbox.Operation operation = box.operation(path.get("tool_id"));
        if (operation == null) {
            throw new LocalFailure(404, "The toolbox " + path.get("box_id") + " has no tool " + path.get("tool_id"));
        }
        return operation;
    }

    private String server(Toolbox box) {
        String url = environment.resolvePlaceholders(box.server());
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Prepares the request to the service from {@code {timeout?, header, path, query, body}}. */
    public void request(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, Exchange exchange) throws LocalFailure, IOException {
        Toolbox box = box(path);
        JsonNode call = call(body);
        OperationRequest request = OperationRequest.of(operation(box, path), call, mapper);
        JsonNode given = call.path("timeout");
        long limit = given.isNumber() && given.doubleValue() > 0 ? (long) Math.min(given.doubleValue() * 1_000, callTimeout) : callTimeout;
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

    private JsonNode call(byte[] body) throws LocalFailure {
        try {
            JsonNode call = json.read(body);
            if (call.isObject()) {
                return call;
            }
        } catch (MalformedJsonException e) {
            throw new LocalFailure(400, "The body must be JSON: " + e.getMessage());
        }
        throw new LocalFailure(400, "The body must be an object with header, path, query and body");
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
}
