package dev.caravan.mcp.http;

import dev.caravan.mcp.McpException;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.undertow.DefaultUndertowHttpBinding;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.support.ExchangeHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a JSON-RPC request over HTTP becomes a Camel message and back. Against camel-undertow's own binding: query parameters
 * are not headers (they could pose as {@code Mcp-Method}), headers keep their first value, and an exception that escaped
 * is answered by a JSON-RPC error, never by its stack trace.
 */
class JsonRpcBinding extends DefaultUndertowHttpBinding {

    private static final Logger LOG = LoggerFactory.getLogger(JsonRpcBinding.class);

    private static final byte[] NO_BODY = {};

    private final long maxBody;

    JsonRpcBinding(long maxBody) {
        this.maxBody = maxBody;
    }

    /** @throws RequestTooBigException once more than the limit was read; the rest is left unread */
    @Override
    public Message toCamelMessage(HttpServerExchange http, Exchange exchange) throws IOException {
        Message message = new DefaultMessage(exchange);
        populateCamelHeaders(http, message.getHeaders(), exchange);
        http.startBlocking();
        byte[] body = http.getInputStream().readNBytes((int) maxBody + 1);
        if (body.length > maxBody) {
            throw new RequestTooBigException();
        }
        message.setBody(body);
        return message;
    }

    @Override
    public void populateCamelHeaders(HttpServerExchange http, Map<String, Object> headers, Exchange exchange) {
        for (HeaderValues values : http.getRequestHeaders()) {
            String name = values.getHeaderName().toString();
            if (!isCamelName(name)) {
                headers.put(name, values.getFirst());
            }
        }
        headers.put(Exchange.HTTP_METHOD, Methods.POST_STRING);
    }

    @Override
    public byte[] toHttpResponse(HttpServerExchange http, Message message) {
        Exception escaped = message.getExchange().getException();
        if (escaped != null) {
            LOG.error("An exception escaped the entry route", escaped);
            ExchangeHelper.setFailureHandled(message.getExchange());
            http.setStatusCode(500);
            http.getResponseHeaders().put(io.undertow.util.Headers.CONTENT_TYPE, "application/json");
            return ErrorBody.of(McpException.internalError()).getBytes(StandardCharsets.UTF_8);
        }
        http.setStatusCode(message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class));
        message.getHeaders().forEach((name, value) -> {
            if (!isCamelName(name)) {
                http.getResponseHeaders().put(new HttpString(name), String.valueOf(value));
            }
        });
        byte[] body = message.getBody(byte[].class);
        return body == null ? NO_BODY : body;
    }

    private static boolean isCamelName(String name) {
        return name.regionMatches(true, 0, "Camel", 0, 5) || name.regionMatches(true, 0, "org.apache.camel.", 0, 17);
    }
}
