package dev.caravan.mcp.session;

import dev.caravan.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.springframework.stereotype.Component;

/**
 * What the gateways of one installation sign with: the configured secret, or one that the first of them puts into their
 * database. Without either, this gateway's own, good while it runs.
 */
@Component
class Secret {

    private static final int BYTES = 32;

    private final Store store;
    private volatile byte[] known;

    Secret(ConversationProperties properties, Store store) {
        this.store = store;
        if (!properties.secret().isEmpty()) {
            this.known = properties.secret().getBytes(StandardCharsets.UTF_8);
        } else if (!store.isSet()) {
            this.known = random();
        }
    }

    /** @throws dev.caravan.store.StoreException if it is in the database, which has not been reached so far */
    byte[] bytes() {
        byte[] secret = known;
        if (secret == null) {
            secret = store.run(jdbc -> {
                jdbc.sql("insert into gateway_secret (secret) values (?) on conflict do nothing").param(random()).update();
                return jdbc.sql("select secret from gateway_secret").query(byte[].class).single();
            });
            known = secret;
        }
        return secret;
    }

    private static byte[] random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
