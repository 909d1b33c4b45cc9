package dev.caravan.source.oauth;

import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor.CipherAlgorithm;
import org.springframework.security.crypto.encrypt.BytesEncryptor;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.stereotype.Component;

/**
 * Keeps secrets in the store, encrypted with AES-GCM under the key {@code caravan.login.key}. A record is bound to its kind and its id, so
 * a record that was copied to another id can't be read. Without a store, this gateway keeps the records in its memory.
 */
@Component
class SealedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(SealedRecords.class);
    private static final int MOST_IN_MEMORY = 10_000;

    private final KeyValue records;
    /** Null without a configured key. */
    private final BytesEncryptor cipher;

    /** Changes the text of a record. Returns null to remove the record. */
    interface Change<E extends Exception> {

        String apply(String text) throws E;
    }

    SealedRecords(Store store, KeyValueStore kinds, LoginProperties properties) {
        this.records = kinds.open("login", KeyValue.Limits.refusing(0, MOST_IN_MEMORY));
        byte[] key = !properties.key().isEmpty() ? DigestUtils.sha256("caravan login records\n" + properties.key())
                : store.isSet() ? null : KeyGenerators.secureRandom(32).generateKey();
        this.cipher = key == null ? null
                : new AesBytesEncryptor(new SecretKeySpec(key, "AES"), CipherAlgorithm.GCM.defaultIvGenerator(), CipherAlgorithm.GCM);
    }

    /** @param expires null for a record that stays */
    void put(String kind, String name, String text, Instant expires) {
        String id = DigestUtils.sha256Hex(name);
        try {
            records.put(new KeyValue.Entry(kind + " " + id, null, seal(kind, id, text)),
                    expires == null ? null : Duration.between(Instant.now(), expires));
        } catch (Budget.FullException e) {
            throw new IllegalStateException("Too many logins in the memory of a gateway without a store", e);
        }
    }

    /** Returns the text; null if there is none that this gateway can read. */
    String get(String kind, String name) {
        String id = DigestUtils.sha256Hex(name);
        return open(kind, id, records.get(kind + " " + id).orElse(null));
    }

    /** Removes the record and returns its text, to one caller only. */
    String take(String kind, String name) {
        String id = DigestUtils.sha256Hex(name);
        return open(kind, id, records.take(kind + " " + id).orElse(null));
    }

    /** Changes a record, or nothing if there is none. No other gateway changes it at the same time. It expires as before. */
    <E extends Exception> void change(String kind, String name, Change<E> change) throws E {
        String id = DigestUtils.sha256Hex(name);
        records.<E>change(kind + " " + id, null, null, before -> {
            String text = change.apply(open(kind, id, before));
            return before == null || text == null ? null : seal(kind, id, text);
        });
    }

    private byte[] seal(String kind, String id, String text) {
        return cipher().encrypt((owner(kind, id) + text).getBytes(StandardCharsets.UTF_8));
    }

    private String open(String kind, String id, byte[] sealed) {
        if (sealed == null) {
            return null;
        }
        BytesEncryptor present = cipher();
        try {
            String text = new String(present.decrypt(sealed), StandardCharsets.UTF_8);
            if (text.startsWith(owner(kind, id))) {
                return text.substring(owner(kind, id).length());
            }
        } catch (RuntimeException e) {
            // another key, or no record of this gateway
        }
        LOG.warn("Record of a login can't be read, caravan.login.key may have changed kind={} id={}", kind, id);
        return null;
    }

    private static String owner(String kind, String id) {
        return kind + "\n" + id + "\n";
    }

    private BytesEncryptor cipher() {
        if (cipher == null) {
            throw new IllegalStateException("Logins need caravan.login.key, the secret that encrypts tokens in the store");
        }
        return cipher;
    }
}
