package dev.caravan.http;

import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Right;
import io.undertow.server.HttpServerExchange;

/** Applies other rules but requires no right, for content that anyone may read. */
public record PublicRules(HttpRules rules) implements HttpRules {

    @Override
    public String methods() {
        return rules.methods();
    }

    @Override
    public Right right(HttpServerExchange exchange) {
        return Right.NONE;
    }

    @Override
    public void check(HttpServerExchange exchange) throws HttpRefusal {
        rules.check(exchange);
    }

    @Override
    public String body(HttpRefusal refusal) {
        return rules.body(refusal);
    }
}
