package dev.caravan.mcp.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.http.HttpRules;
import dev.caravan.http.MediaTypes;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.Revision;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.util.Locale;

/** Checks the rules of JSON-RPC over HTTP in the order of the specification: method (405), content type (415), Accept (406). */
class JsonRpcRules implements HttpRules {

    @Override
    public String methods() {
        return "POST";
    }

    @Override
    public Right right(HttpServerExchange exchange) {
        return Right.ENTER;
    }

    @Override
    public void check(HttpServerExchange exchange) throws HttpRefusal {
        if (!Methods.POST.equals(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().put(Headers.ALLOW, "POST");
            throw new HttpRefusal(405, "Use POST");
        }
        MediaTypes.check(exchange.getRequestHeaders(), true);
    }

    /** Returns {@code {jsonrpc, error:{code, message}}}. The error has no {@code id}, because no message was read. */
    @Override
    public String body(HttpRefusal refusal, Locale locale) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        body.putObject("error")
                .put("code", refusal.status() < 500 ? McpException.INVALID_REQUEST : McpException.INTERNAL_ERROR)
                .put("message", refusal.message(locale));
        return body.toString();
    }

    /**
     * Checks who may open the event stream of an endpoint: by GET (405), in a legacy revision (405), with Accept of an event stream (406).
     * Also checks who may end a session: by DELETE, if there is one (405).
     */
    static class StreamRules extends JsonRpcRules {

        @Override
        public String methods() {
            return "GET, POST, DELETE";
        }

        @Override
        public Right right(HttpServerExchange exchange) {
            return Methods.DELETE.equals(exchange.getRequestMethod()) ? Right.ENTER : Right.READ;
        }

        @Override
        public void check(HttpServerExchange exchange) throws HttpRefusal {
            boolean ending = Methods.DELETE.equals(exchange.getRequestMethod())
                    && exchange.getRequestHeaders().contains(dev.caravan.mcp.Headers.SESSION);
            if (!ending && !Methods.GET.equals(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().put(Headers.ALLOW, methods());
                throw new HttpRefusal(405, "Use POST, GET for an event stream, or DELETE to end a session");
            }
            String revision = exchange.getRequestHeaders().getFirst(dev.caravan.mcp.Headers.PROTOCOL_VERSION);
            if (revision != null && Revision.legacy(revision.trim()).isEmpty()) {
                exchange.getResponseHeaders().put(Headers.ALLOW, "POST");
                throw new HttpRefusal(405, "Use POST: only legacy revisions have GET and DELETE");
            }
            if (!ending && !MediaTypes.acceptsEventStream(exchange.getRequestHeaders().get(Headers.ACCEPT))) {
                throw new HttpRefusal(406, "Accept must include text/event-stream");
            }
        }
    }
}
