package dev.caravan.security;

import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;

/** One way of knowing who calls; one bean, as the mode says. */
interface Authentication {

    /** Whether {@link #caller} needs to wait for nobody. */
    default boolean isQuick(RequestHeaders headers) {
        return true;
    }

    /** Whether the request has credentials at all, right or wrong. */
    boolean isAttempted(RequestHeaders headers);

    /**
     * Takes the credentials off the headers, so that they go no further: not to routes, services or logs. A token for a service that tokens are
     * forwarded to stays. Null: this way asks nobody who they
     * are.
     *
     * @param path of the request, for the challenge
     * @throws HttpRefusal 400, 401 or 503
     */
    Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal;
}
