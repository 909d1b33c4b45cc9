package dev.caravan.catalogue;

import dev.caravan.store.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The key of an MCP instance: 256 random bits, in letters that need no escaping in an address. */
record ApiKey(String text) {

    private static final String PREFIX = "cvn_";
    private static final int BYTES = 32;
    private static final int SHOWN = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    static ApiKey random() {
        byte[] bits = new byte[BYTES];
        RANDOM.nextBytes(bits);
        return new ApiKey(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
    }

    /** By which it is found. As the key is random it needs no salt, and nobody can find a key of a given hash, or guess one step by step. */
    String hash() {
        return Sha256.hex(text);
    }

    /** In constant time. */
    boolean hasHash(String hash) {
        return MessageDigest.isEqual(hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** Enough of it for its owner to tell it from others. */
    String hint() {
        return text.substring(0, Math.min(SHOWN, text.length())) + "…";
    }

    @Override
    public String toString() {
        return hint();
    }
}
