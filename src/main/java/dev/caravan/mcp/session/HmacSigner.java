package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.store.InstallationSecret;
import dev.caravan.store.KeyValueStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
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
public record HmacSigner(Secret secret, ObjectMapper mapper) {

    private static final int MARK_BYTES = 16;

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns a signature of half the length in URL-safe Base64, for data that expires soon.
     *
     * @param purpose separates signatures for different uses
     */
    public String shortMark(String purpose, String... texts) {
        return base64(Arrays.copyOf(mac(purpose, texts), MARK_BYTES));
    }

    /** Returns whether this is the signature or the {@link #shortMark} of the texts. */
    public boolean isGenuine(String mark, String purpose, String... texts) {
        byte[] mac = mac(purpose, texts);
        byte[] given = decode(mark).orElse(new byte[0]);
        return MessageDigest.isEqual(given, given.length == MARK_BYTES ? Arrays.copyOf(mac, MARK_BYTES) : mac);
    }

    /**
     * Returns the content with its signature. {@link #open} reads it with the same purpose and binding until it expires.
     *
     * @param content gets the member {@code expires}, in seconds since 1970
     * @param binding what the content is valid for; not included in the result
     */
    public String seal(ObjectNode content, Duration ttl, String purpose, String binding) {
        content.put("expires", Instant.now().plus(ttl).getEpochSecond());
        String text = base64(content.toString().getBytes(StandardCharsets.UTF_8));
        return text + "." + base64(mac(purpose, text, binding));
    }

    /** Returns the content; empty if it has expired, or none of these gateways sealed it for this purpose and binding. */
    public Optional<ObjectNode> open(String sealed, String purpose, String binding) {
        int dot = sealed.lastIndexOf('.');
        if (dot < 0 || !isGenuine(sealed.substring(dot + 1), purpose, sealed.substring(0, dot), binding)) {
            return Optional.empty();
        }
        return decode(sealed.substring(0, dot)).map(this::json)
                .filter(content -> Instant.now().getEpochSecond() < content.get("expires").longValue());
    }

    private ObjectNode json(byte[] content) {
        try {
            return (ObjectNode) mapper.readTree(content);
        } catch (IOException e) {
            throw new IllegalStateException("Sealed content can't be read", e);
        }
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

        Secret(ConversationProperties properties, KeyValueStore values) {
            super(values, properties.secret(), "conversation");
        }
    }
}
