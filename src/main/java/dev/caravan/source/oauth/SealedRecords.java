package dev.caravan.source.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.store.Sha256;
import dev.caravan.store.Store;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Keeps secrets in the store, encrypted with AES-GCM under the key {@code caravan.login.key}. A record is bound to its kind and its id, so a record that
 * was copied to another id can't be read. Without a store, this gateway keeps the records in its memory.
 */
@Component
class SealedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(SealedRecords.class);
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MOST_IN_MEMORY = 10_000;
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Store store;
    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();
    /** It drops nothing before its time. When it is full, it refuses new records. */
    private final Cache<String, InMemory> memory = Caffeine.newBuilder().expireAfter(Expiry.writing((String id, InMemory one) -> one.left())).build();
    /** One for each record in memory, for as long as somebody holds it. A change may wait for an authorization server, and must stop no other record. */
    private final LoadingCache<String, Object> locks = Caffeine.newBuilder().weakValues().build(id -> new Object());

    private record InMemory(byte[] sealed, Instant expires) {

        Duration left() {
            if (expires == null) {
                return FOR_EVER;
            }
            Duration left = Duration.between(Instant.now(), expires);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }

    /** Changes the text of a record. Returns null to remove the record. */
    interface Change<E extends Exception> {

        String apply(String text) throws E;
    }

    SealedRecords(Store store, LoginProperties properties) {
        this.store = store;
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
        byte[] sealed = seal(kind, id, text);
        if (!store.isSet()) {
            refuseTooMany();
            synchronized (locks.get(kind + id)) {
                memory.put(kind + id, new InMemory(sealed, expires));
            }
            return;
        }
        store.transact(jdbc -> {
            jdbc.sql("delete from upstream_secret where expires < now()").update();
            jdbc.sql("insert into upstream_secret (kind, id, sealed, expires) values (?, ?, ?, ?) on conflict (kind, id) do update set sealed = excluded.sealed, "
                    + "expires = excluded.expires").params(Arrays.asList(kind, id, sealed, expires == null ? null : Timestamp.from(expires))).update();
            return null;
        });
    }

    /** Returns the text; null if there is none that this gateway can read. */
    String get(String kind, String name) {
        String id = Sha256.hex(name);
        if (!store.isSet()) {
            return open(kind, id, inMemory(kind + id));
        }
        return open(kind, id, store.run(jdbc -> selected(jdbc, kind, id, "")));
    }

    /** Removes the record and returns its text, to one caller only. */
    String take(String kind, String name) {
        String id = Sha256.hex(name);
        if (!store.isSet()) {
            synchronized (locks.get(kind + id)) {
                byte[] sealed = inMemory(kind + id);
                memory.invalidate(kind + id);
                return open(kind, id, sealed);
            }
        }
        return open(kind, id, store.run(jdbc -> jdbc.sql("delete from upstream_secret where kind = ? and id = ? and (expires is null or expires > now()) returning sealed")
                .params(kind, id).query(byte[].class).optional().orElse(null)));
    }

    /** Changes a record, or nothing if there is none. No other gateway changes it at the same time. It expires as before. */
    <E extends Exception> void change(String kind, String name, Change<E> change) throws E {
        String id = Sha256.hex(name);
        if (!store.isSet()) {
            synchronized (locks.get(kind + id)) {
                String text = change.apply(open(kind, id, inMemory(kind + id)));
                if (text == null) {
                    memory.invalidate(kind + id);
                } else {
                    InMemory former = memory.getIfPresent(kind + id);
                    memory.put(kind + id, new InMemory(seal(kind, id, text), former == null ? null : former.expires()));
                }
            }
            return;
        }
        store.<Void, E>transact(jdbc -> {
            String text = change.apply(open(kind, id, selected(jdbc, kind, id, " for update")));
            if (text == null) {
                jdbc.sql("delete from upstream_secret where kind = ? and id = ?").params(kind, id).update();
            } else {
                jdbc.sql("update upstream_secret set sealed = ? where kind = ? and id = ?").params(seal(kind, id, text), kind, id).update();
            }
            return null;
        });
    }

    private static byte[] selected(JdbcClient jdbc, String kind, String id, String lock) {
        return jdbc.sql("select sealed from upstream_secret where kind = ? and id = ? and (expires is null or expires > now())" + lock).params(kind, id)
                .query(byte[].class).optional().orElse(null);
    }

    private byte[] inMemory(String id) {
        InMemory found = memory.getIfPresent(id);
        return found == null ? null : found.sealed();
    }

    private void refuseTooMany() {
        if (memory.estimatedSize() >= MOST_IN_MEMORY) {
            memory.cleanUp();
            if (memory.estimatedSize() >= MOST_IN_MEMORY) {
                throw new IllegalStateException("Too many logins in the memory of a gateway without a store");
            }
        }
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
            byte[] text = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_BYTES), kind, id).doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
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
