package dev.caravan.catalogue;

import dev.caravan.store.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The key of an MCP instance: 256 random bits in letters that need no escaping in a URL. */
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

    /** Returns the hash by which the store finds the key. It has no salt: the key is random, so its hash cannot be inverted or guessed step by step. */
    String hash() {
        return Sha256.hex(text);
    }

    /** Compares in constant time. */
    boolean hasHash(String hash) {
        return MessageDigest.isEqual(hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the part of the key that lets its owner tell it from other keys. */
    String hint() {
        return text.substring(0, Math.min(SHOWN, text.length())) + "…";
    }

    @Override
    public String toString() {
        return hint();
    }
}
