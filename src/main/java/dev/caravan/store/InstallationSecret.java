package dev.caravan.store;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that the gateways of one installation share: the configured one, or else one that the first gateway stores in the database.
 * Without a store, each gateway makes its own at each start.
 */
public abstract class InstallationSecret {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final int SHORTEST = 32;

    private final KeyValue secrets;
    private final String name;
    private final byte[] configured;
    private volatile Mac keyed;

    /**
     * @param configured empty if there is none
     * @param name       of the secret
     */
    protected InstallationSecret(KeyValueStore values, String configured, String name) {
        this.secrets = values.open("secret", KeyValue.Limits.refusing(0, Long.MAX_VALUE));
        this.name = name;
        this.configured = configured.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] bytes() {
        byte[] made = new byte[BYTES];
        new SecureRandom().nextBytes(made);
        return configured.length > 0 ? configured : secrets.add(new KeyValue.Entry(name, null, made), null).orElse(made);
    }

    /**
     * Returns a new HMAC-SHA-256 with the secret as its key. It is a copy of a keyed one, since setting the key costs more than hashing a
     * short text.
     *
     * @throws StoreException if the secret is in the database, and the database has not been reached yet
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

    /** @throws IllegalArgumentException if the secret is set and too short; the message names the setting */
    public static void check(String setting, String configured) {
        if (!configured.isEmpty() && configured.length() < SHORTEST) {
            throw new IllegalArgumentException(setting + " must have at least " + SHORTEST + " characters");
        }
    }
}
