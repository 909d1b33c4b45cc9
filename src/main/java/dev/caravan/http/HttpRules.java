package dev.caravan.http;

import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Right;
import io.undertow.server.HttpServerExchange;

/** What is particular to one family of endpoints behind an {@link HttpGuard}. */
public interface HttpRules {

    /** The methods that browsers may use, as {@code GET, POST}. */
    String methods();

    /** What the request wants to do. */
    Right right(HttpServerExchange exchange);

    /** Checks the rest, once Host and Origin have passed: method, media types. */
    void check(HttpServerExchange exchange) throws HttpRefusal;

    /** The JSON that a refused request is answered with. */
    String body(HttpRefusal refusal);
}
