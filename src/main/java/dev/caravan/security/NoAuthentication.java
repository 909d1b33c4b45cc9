package dev.caravan.security;

import dev.caravan.http.Caller;
import dev.caravan.http.Right;
import io.undertow.server.HttpServerExchange;

/** Mode none: whoever comes is who they say they are. */
class NoAuthentication implements Authentication {

    @Override
    public boolean isAttempted(HttpServerExchange exchange) {
        return false;
    }

    @Override
    public Caller caller(HttpServerExchange exchange, Right right) {
        return null;
    }
}
