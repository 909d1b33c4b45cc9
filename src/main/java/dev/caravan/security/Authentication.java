package dev.caravan.security;

import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;

/** Authenticates callers. The mode decides which implementation is the bean. */
interface Authentication {

    /** Returns whether {@link #caller} does not block. */
    default boolean isQuick(RequestHeaders headers) {
        return true;
    }

    /** Returns whether the request has credentials, valid or not. */
    boolean isAttempted(RequestHeaders headers);

    /**
     * Returns the caller and removes the credentials from the headers, so that they reach no routes, services or logs. A token for a
     * service that tokens are forwarded to stays. Returns null if this mode does not authenticate.
     *
     * @param path path of the request, for the challenge
     * @throws HttpRefusal 400, 401 or 503
     */
    Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal;
}
