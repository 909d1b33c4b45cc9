package dev.caravan.source.oauth;

import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValues;
import dev.caravan.store.Sha256;
import dev.caravan.store.Store;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps secrets in the store, encrypted with AES-GCM under the key {@code caravan.login.key}. A record is bound to its kind and its id, so
 * a record that was copied to another id can't be read. Without a store, this gateway keeps the records in its memory.
 */
@Component
class SealedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(SealedRecords.class);
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MOST_IN_MEMORY = 10_000;

    private final KeyValue records;
    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    /** Changes the text of a record. Returns null to remove the record. */
    interface Change<E extends Exception> {

        String apply(String text) throws E;
    }

    SealedRecords(Store store, KeyValues kinds, LoginProperties properties) {
        this.records = kinds.open("login", KeyValue.Limits.refusing(0, MOST_IN_MEMORY));
        this.key = key(properties.key().isEmpty() && !store.isSet() ? random() : properties.key());
    }

    private String random() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Arrays.toString(bytes);
    }

    /** Returns null without a configured key. */
    private static SecretKeySpec key(String configured) {
        if (configured.isEmpty()) {
            return null;
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(configured.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal("caravan login records".getBytes(StandardCharsets.UTF_8)), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param expires null for a record that stays */
    void put(String kind, String name, String text, Instant expires) {
        String id = Sha256.hex(name);
        try {
            records.put(new KeyValue.Entry(kind + " " + id, null, seal(kind, id, text)),
                    expires == null ? null : Duration.between(Instant.now(), expires));
        } catch (Budget.FullException e) {
            throw new IllegalStateException("Too many logins in the memory of a gateway without a store", e);
        }
    }

    /** Returns the text; null if there is none that this gateway can read. */
    String get(String kind, String name) {
        String id = Sha256.hex(name);
        return open(kind, id, records.get(kind + " " + id).orElse(null));
    }

    /** Removes the record and returns its text, to one caller only. */
    String take(String kind, String name) {
        String id = Sha256.hex(name);
        return open(kind, id, records.take(kind + " " + id).orElse(null));
    }

    /** Changes a record, or nothing if there is none. No other gateway changes it at the same time. It expires as before. */
    <E extends Exception> void change(String kind, String name, Change<E> change) throws E {
        String id = Sha256.hex(name);
        records.<E>change(kind + " " + id, null, null, before -> {
            String text = change.apply(open(kind, id, before));
            return before == null || text == null ? null : seal(kind, id, text);
        });
    }

    private byte[] seal(String kind, String id, String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, kind, id).doFinal(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String open(String kind, String id, byte[] sealed) {
        if (sealed == null) {
            return null;
        }
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_BYTES), kind, id).doFinal(sealed, NONCE_BYTES,
                    sealed.length - NONCE_BYTES);
            return new String(text, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            LOG.warn("Record of a login can't be read, caravan.login.key may have changed kind={} id={}", kind, id);
            return null;
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String kind, String id) throws GeneralSecurityException {
        if (key == null) {
            throw new IllegalStateException("Logins need caravan.login.key, the secret that encrypts tokens in the store");
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((kind + "\n" + id).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
