package dev.caravan.security;

import dev.caravan.http.Caller;
import dev.caravan.http.HttpRefusal;
import dev.caravan.http.Right;
import io.undertow.server.HttpServerExchange;

/** One way of knowing who calls; one bean, as the mode says. */
interface Authentication {

    /** Whether {@link #caller} needs to wait for nobody. */
    default boolean isQuick(HttpServerExchange exchange) {
        return true;
    }

    /** Whether the request has credentials at all, right or wrong. */
    boolean isAttempted(HttpServerExchange exchange);

    /**
     * Takes the credentials off the request, so that they go no further: not to routes, services or logs. Null: this way asks nobody who they
     * are.
     *
     * @throws HttpRefusal 400, 401 or 503
     */
    Caller caller(HttpServerExchange exchange, Right right) throws HttpRefusal;
}
