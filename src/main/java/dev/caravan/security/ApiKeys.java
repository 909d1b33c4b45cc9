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
 * Authenticates callers by API keys, whose hashes are in the configuration, in mode api-key. Each request is compared with all keys in
 * constant time, so that the duration says nothing about the key.
 */
class ApiKeys implements Authentication {

    private record Known(byte[] sha256, Caller owner) {
    }

    private final List<Known> keys;
    private final Challenges challenges;

    ApiKeys(List<Key> keys, Challenges challenges) {
        if (keys.isEmpty()) {
            throw new IllegalStateException("caravan.security.mode is api-key, but caravan.security.keys is empty. Add a key");
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
        boolean own = headers.first(Credentials.API_KEY) != null; // Authorization is then for services that routes call
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
