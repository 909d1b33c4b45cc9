package dev.caravan.store;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the gateways of one installation have in common and keep to themselves: the configured secret, or one that the first of them puts
 * into their database. Without either, this gateway's own, good while it runs.
 */
public abstract class InstallationSecret {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final int SHORTEST = 32;

    private final Store store;
    private final String table;
    private volatile byte[] known;
    private volatile Mac keyed;

    /**
     * @param configured empty: none
     * @param table      has it in its one row's column {@code secret}
     */
    protected InstallationSecret(Store store, String configured, String table) {
        this.store = store;
        this.table = table;
        if (!configured.isEmpty()) {
            this.known = configured.getBytes(StandardCharsets.UTF_8);
        } else if (!store.isSet()) {
            this.known = random();
        }
    }

    private byte[] bytes() {
        byte[] secret = known;
        if (secret == null) {
            secret = store.run(jdbc -> {
                jdbc.sql("insert into " + table + " (secret) values (?) on conflict do nothing").param(random()).update();
                return jdbc.sql("select secret from " + table).query(byte[].class).single();
            });
            known = secret;
        }
        return secret;
    }

    /**
     * A new HMAC-SHA-256 with the secret as its key: a copy of one that has it already, since giving it the key costs more than a short text.
     *
     * @throws StoreException if its key is in the database, which has not been reached so far
     */
    public final Mac mac() {
        try {
            Mac first = keyed;
            if (first == null) {
                first = Mac.getInstance(ALGORITHM);
                first.init(new SecretKeySpec(bytes(), ALGORITHM));
                keyed = first;
            }
            return (Mac) first.clone();
        } catch (GeneralSecurityException | CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @throws IllegalArgumentException naming the setting, if it is set and too short to be a secret */
    public static void check(String setting, String configured) {
        if (!configured.isEmpty() && configured.length() < SHORTEST) {
            throw new IllegalArgumentException(setting + " needs " + SHORTEST + " characters at least");
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
