package dev.caravan.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.http.HttpRules;
import dev.caravan.http.MediaTypes;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.util.Locale;

/** Rules of REST over HTTP: bodies and refusals are JSON, and refusals have the envelope of REST. */
class RestRules implements HttpRules {

    @Override
    public String methods() {
        return "GET, POST, PUT, DELETE";
    }

    @Override
    public Right right(HttpServerExchange exchange) {
        return Methods.GET.equals(exchange.getRequestMethod()) ? Right.READ : Right.MANAGE;
    }

    @Override
    public void check(HttpServerExchange exchange) throws HttpRefusal {
        if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
            throw new HttpRefusal(405, "OPTIONS needs an Origin header; only browsers send it");
        }
        HeaderMap headers = exchange.getRequestHeaders();
        boolean hasBody = exchange.getRequestContentLength() > 0 || headers.contains(Headers.TRANSFER_ENCODING);
        MediaTypes.check(headers, hasBody);
    }

    @Override
    public String body(HttpRefusal refusal, Locale locale) {
        RestError error = switch (refusal.status()) {
            case 401 -> RestError.UNAUTHORIZED;
            case 403 -> RestError.FORBIDDEN;
            case 405 -> RestError.METHOD_NOT_ALLOWED;
            case 429 -> RestError.TOO_MANY_REQUESTS;
            case 500 -> RestError.INTERNAL;
            case 503 -> RestError.UNAVAILABLE;
            default -> RestError.BAD_REQUEST;
        };
        return JsonNodeFactory.instance.objectNode().put("code", error.code()).put("message", refusal.message(locale))
                .putNull("data").toString();
    }
}
