package dev.caravan.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Methods;

/** Like {@link RestRules}, but errors are {@link ServiceError}s, and requests that do not read need the scope for calls. */
class ServiceRules extends RestRules {

    @Override
    public Right right(HttpServerExchange exchange) {
        return Methods.GET.equals(exchange.getRequestMethod()) ? Right.READ : Right.CALL;
    }

    @Override
    public String body(HttpRefusal refusal) {
        String name = switch (refusal.status()) {
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 405 -> "MethodNotAllowed";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 500 -> "InternalServerError";
            default -> "BadRequest";
        };
        return new ServiceError("Public." + name, refusal.getMessage(), solution(refusal.status()), JsonNodeFactory.instance.objectNode()).json().toString();
    }

    private static String solution(int status) {
        return switch (status) {
            case 401 -> "Send valid credentials, as the header WWW-Authenticate says";
            case 429, 503 -> "Try again after the seconds in the header Retry-After";
            default -> "Correct the request";
        };
    }
}
