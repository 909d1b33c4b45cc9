package dev.caravan.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.apache.commons.codec.digest.DigestUtils;

/** The key of an MCP instance or of a caller: 256 random bits in letters that need no escaping in a URL. */
public record ApiKey(String text) {

    private static final String PREFIX = "cvn_";
    private static final int BYTES = 32;
    private static final int SHOWN = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    public static ApiKey random() {
        byte[] bits = new byte[BYTES];
        RANDOM.nextBytes(bits);
        return new ApiKey(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
    }

    /**
     * Returns the hash by which the gateway finds the key: SHA-256, 64 hexadecimal digits. It has no salt: the key is random, so its hash
     * cannot be inverted or guessed step by step.
     */
    public String hash() {
        return DigestUtils.sha256Hex(text);
    }

    /** Compares in constant time. */
    public boolean hasHash(String hash) {
        return MessageDigest.isEqual(hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the part of the key that lets its owner tell it from other keys. */
    public String hint() {
        return text.substring(0, Math.min(SHOWN, text.length())) + "…";
    }

    @Override
    public String toString() {
        return hint();
    }
}
