package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tokens of users stand in the store encrypted, each bound to its owner. */
@Tag("full")
class SealedRecordsTest {

    private static final String KEY = "a key of at least thirty-two characters";

    private static OwnGateway gateway;
    private static Store store;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().store().shared().start();
        store = gateway.bean(Store.class);
        org.awaitility.Awaitility.await().ignoreExceptions()
                .until(() -> store.run(jdbc -> jdbc.sql("select count(*) from key_value").query(Integer.class).single()) >= 0);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static SealedRecords with(String key) {
        return new SealedRecords(store, gateway.bean(KeyValueStore.class), new LoginProperties(key, Duration.ofMinutes(10)));
    }

    private static byte[] row(String name) {
        return store.run(jdbc -> jdbc.sql("select value from key_value where kind = 'login' and key like ?")
                .param("%" + DigestUtils.sha256Hex(name))
                .query(byte[].class).single());
    }

    @Test
    void storeContainsNoReadableToken() {
        String name = UUID.randomUUID().toString();
        with(KEY).put("tokens", name, "the token", null);
        assertThat(new String(row(name), StandardCharsets.ISO_8859_1)).doesNotContain("token");
        assertThat(with(KEY).get("tokens", name)).as("another gateway with the key").isEqualTo("the token");
        assertThat(with(KEY + "!").get("tokens", name)).as("without the key").isNull();
        byte[] before = row(name);
        with(KEY).put("tokens", name, "the token", null);
        assertThat(row(name)).as("each time anew").isNotEqualTo(before);
    }

    @Test
    void copiedRecordIsNotReadable() {
        String alice = UUID.randomUUID().toString();
        String bob = UUID.randomUUID().toString();
        with(KEY).put("tokens", alice, "alice's", null);
        with(KEY).put("tokens", bob, "bob's", null);
        store.run(
                jdbc -> jdbc.sql("update key_value set value = ? where key = ?")
                        .params(row(alice), "tokens " + DigestUtils.sha256Hex(bob)).update());
        assertThat(with(KEY).get("tokens", bob)).isNull();
    }

    @Test
    void recordIsTakenOnceAndExpires() {
        String name = UUID.randomUUID().toString();
        with(KEY).put("login", name, "x", Instant.now().plusSeconds(60));
        assertThat(with(KEY).take("login", name)).isEqualTo("x");
        assertThat(with(KEY).take("login", name)).isNull();
        with(KEY).put("login", name, "x", Instant.now().minusSeconds(1));
        assertThat(with(KEY).get("login", name)).isNull();
        assertThat(with(KEY).take("login", name)).isNull();
    }

    @Test
    void withoutAKeyNothingIsStored() {
        assertThatThrownBy(() -> with("").put("tokens", "x", "x", null)).hasMessageContaining("caravan.login.key");
        assertThatThrownBy(() -> new LoginProperties("short", Duration.ofMinutes(1))).hasMessageContaining("at least 32");
    }
}
