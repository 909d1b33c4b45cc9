package dev.caravan.security;

import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;

/** Accepts every caller without credentials, in mode none. */
class NoAuthentication implements Authentication {

    @Override
    public boolean isAttempted(RequestHeaders headers) {
        return false;
    }

    @Override
    public Caller caller(RequestHeaders headers, String path, Right right) {
        return null;
    }
}
