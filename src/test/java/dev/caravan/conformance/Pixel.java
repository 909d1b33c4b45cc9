package dev.caravan.conformance;

import java.util.Base64;

/** A picture for fixtures, since YAML has no bytes. */
public final class Pixel {

    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    public byte[] png() {
        return Base64.getDecoder().decode(PNG);
    }
}
