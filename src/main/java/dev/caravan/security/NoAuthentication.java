package dev.caravan.security;

import dev.caravan.http.Caller;
import dev.caravan.http.Right;
import io.undertow.util.HeaderMap;

/** Mode none: whoever comes is who they say they are. */
class NoAuthentication implements Authentication {

    @Override
    public boolean isAttempted(HeaderMap headers) {
        return false;
    }

    @Override
    public Caller caller(HeaderMap headers, String path, Right right) {
        return null;
    }
}
