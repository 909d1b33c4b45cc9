package dev.caravan.mcp.http;

import dev.caravan.http.MediaTypes;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.Methods;

/** Checks the rules of JSON-RPC over HTTP in the order of the specification: method (405), content type (415), Accept (406). */
class JsonRpcRules extends JsonRpcRefusals {

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
        HeaderMap headers = exchange.getRequestHeaders();
        if (!Methods.POST.equals(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().put(Headers.ALLOW, "POST");
            throw new HttpRefusal(405, "Use POST");
        }
        if (!MediaTypes.isJson(headers.getFirst(Headers.CONTENT_TYPE))) {
            throw new HttpRefusal(415, "Content-Type must be application/json");
        }
        if (!MediaTypes.acceptsJson(headers.get(Headers.ACCEPT))) {
            throw new HttpRefusal(406, "Accept must include application/json");
        }
    }
}
