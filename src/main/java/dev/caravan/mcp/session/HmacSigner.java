package dev.caravan.mcp.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import org.springframework.stereotype.Component;

/**
 * Signs what clients keep for the gateway (HMAC-SHA-256), so that it comes back as it was given. What is signed can be read by
 * whoever has it.
 *
 * <p>Every method throws a {@link dev.caravan.store.StoreException} while the gateways' secret can't be had.
 */
@Component
public class HmacSigner {

    private static final int MARK_BYTES = 16;

    private final Secret secret;

    HmacSigner(Secret secret) {
        this.secret = secret;
    }

    /**
     * A signature in URL-safe Base64.
     *
     * @param purpose keeps what is signed for one thing from being taken for another
     */
    public String mark(String purpose, String... texts) {
        byte[] mac = mac(purpose, texts);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac);
    }

    /** A signature of half the length, for what soon expires. */
    public String shortMark(String purpose, String... texts) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(mac(purpose, texts), MARK_BYTES));
    }

    /** Whether that is the {@link #mark} of the texts, or their {@link #shortMark}. */
    public boolean isGenuine(String mark, String purpose, String... texts) {
        byte[] mac = mac(purpose, texts);
        byte[] given = decode(mark).orElse(new byte[0]);
        return MessageDigest.isEqual(given, given.length == MARK_BYTES ? Arrays.copyOf(mac, MARK_BYTES) : mac);
    }

    /**
     * The content with its signature, to be {@link #open opened} with the same purpose and binding.
     *
     * @param binding what the content is good for alone; not in it
     */
    public String seal(byte[] content, String purpose, String binding) {
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(content);
        return text + "." + mark(purpose, text, binding);
    }

    /** Empty: nobody of these gateways sealed it so. */
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

    /** With its length, so that texts can't be parted otherwise. */
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
}
