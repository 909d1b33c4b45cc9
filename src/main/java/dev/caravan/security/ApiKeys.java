package dev.caravan.security;

import dev.caravan.security.SecurityProperties.Key;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Mode api-key: the keys whose hashes stand in the configuration. Every one is compared in constant time, and none is left out, so that
 * the time an answer takes says nothing of how near a guess was.
 */
class ApiKeys implements Authentication {

    private record Known(byte[] sha256, Caller owner) {
    }

    private final List<Known> keys;
    private final Challenges challenges;

    ApiKeys(List<Key> keys, Challenges challenges) {
        if (keys.isEmpty()) {
            throw new IllegalStateException("caravan.security.mode is api-key, but caravan.security.keys has none: nobody could call");
        }
        this.keys = keys.stream().map(key -> new Known(HexFormat.of().parseHex(key.sha256()),
                new Caller(key.name(), key.scopes(), key.tags(), null, key.name(), true))).toList();
        this.challenges = challenges;
    }

    @Override
    public boolean isAttempted(RequestHeaders headers) {
        return !Credentials.key(headers).isMissing();
    }

    @Override
    public Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal {
        Credentials credentials = Credentials.key(headers);
        if (credentials.isMissing()) {
            throw challenges.unknown(path, right);
        }
        Caller owner = credentials.isSane() ? owner(credentials.sha256()) : null;
        if (owner == null) {
            throw challenges.invalid(path, right, "The key is not valid");
        }
        boolean own = headers.first(Credentials.API_KEY) != null; // then Authorization is for services that routes call
        headers.remove(own ? Credentials.API_KEY : Credentials.AUTHORIZATION);
        return owner;
    }

    private Caller owner(byte[] sha256) {
        Caller owner = null;
        for (Known known : keys) {
            if (MessageDigest.isEqual(known.sha256(), sha256)) {
                owner = known.owner();
            }
        }
        return owner;
    }
}
