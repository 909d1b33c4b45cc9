package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Stands for a call's arguments in its audit event, which doesn't show them. */
public final class ArgumentsHash {

    private ArgumentsHash() {
    }

    /** SHA-256 of the JSON, in hex digits. */
    public static String of(JsonNode arguments) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(arguments.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
