package dev.caravan.mcp.session;

import dev.caravan.store.InstallationSecret;
import dev.caravan.store.KeyValues;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import org.springframework.stereotype.Component;

/**
 * Signs data that clients keep for the gateway (HMAC-SHA-256), so that changes are detected. Signed data is readable to everyone who has
 * it.
 *
 * <p>Every method throws a {@link dev.caravan.store.StoreException} while the gateways' secret is unavailable.
 */
@Component
public class HmacSigner {

    private static final int MARK_BYTES = 16;

    private final Secret secret;

    HmacSigner(Secret secret) {
        this.secret = secret;
    }

    /**
     * Returns a signature in URL-safe Base64.
     *
     * @param purpose separates signatures for different uses
     */
    public String mark(String purpose, String... texts) {
        byte[] mac = mac(purpose, texts);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac);
    }

    /** Returns a signature of half the length, for data that expires soon. */
    public String shortMark(String purpose, String... texts) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(mac(purpose, texts), MARK_BYTES));
    }

    /** Returns whether this is the {@link #mark} or the {@link #shortMark} of the texts. */
    public boolean isGenuine(String mark, String purpose, String... texts) {
        byte[] mac = mac(purpose, texts);
        byte[] given = decode(mark).orElse(new byte[0]);
        return MessageDigest.isEqual(given, given.length == MARK_BYTES ? Arrays.copyOf(mac, MARK_BYTES) : mac);
    }

    /**
     * Returns the content with its signature. {@link #open} reads it with the same purpose and binding.
     *
     * @param binding what the content is valid for; not included in the result
     */
    public String seal(byte[] content, String purpose, String binding) {
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(content);
        return text + "." + mark(purpose, text, binding);
    }

    /** Returns the content; empty if none of these gateways sealed it for this purpose and binding. */
    public Optional<byte[]> open(String sealed, String purpose, String binding) {
        int dot = sealed.lastIndexOf('.');
        if (dot < 0 || !isGenuine(sealed.substring(dot + 1), purpose, sealed.substring(0, dot), binding)) {
            return Optional.empty();
        }
        return decode(sealed.substring(0, dot));
    }

    private byte[] mac(String purpose, String... texts) {
        Mac mac = secret.mac();
        add(mac, purpose);
        for (String text : texts) {
            add(mac, text);
        }
        return mac.doFinal();
    }

    /** Adds a text with its length, so that no other split of the texts has the same signature. */
    private static void add(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update(java.nio.ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        mac.update(bytes);
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Provides the secret with which the gateways of one installation sign. */
    @Component
    static class Secret extends InstallationSecret {

        Secret(ConversationProperties properties, KeyValues values) {
            super(values, properties.secret(), "conversation");
        }
    }
}
