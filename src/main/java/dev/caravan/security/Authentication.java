package dev.caravan.security;

import dev.caravan.http.Caller;
import dev.caravan.http.HttpRefusal;
import dev.caravan.http.Right;
import io.undertow.util.HeaderMap;

/** One way of knowing who calls; one bean, as the mode says. */
interface Authentication {

    /** Whether {@link #caller} needs to wait for nobody. */
    default boolean isQuick(HeaderMap headers) {
        return true;
    }

    /** Whether the request has credentials at all, right or wrong. */
    boolean isAttempted(HeaderMap headers);

    /**
     * Takes the credentials off the headers, so that they go no further: not to routes, services or logs. A token for a service that tokens are
     * forwarded to stays. Null: this way asks nobody who they
     * are.
     *
     * @param path of the request, for the challenge
     * @throws HttpRefusal 400, 401 or 503
     */
    Caller caller(HeaderMap headers, String path, Right right) throws HttpRefusal;
}
