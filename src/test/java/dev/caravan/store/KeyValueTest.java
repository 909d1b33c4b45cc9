package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import dev.caravan.store.KeyValue.Entry;
import dev.caravan.store.KeyValue.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in the store and values in memory behave alike. */
class KeyValueTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static OwnGateway gateway;

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    private static KeyValue open(String where, Limits limits) {
        String kind = "test-" + UUID.randomUUID();
        if (where.equals("memory")) {
            return InMemory.values().open(kind, limits);
        }
        if (gateway == null) {
            gateway = OwnGateway.withEntries().store().shared().start();
            StoreTables.await(gateway.bean(Store.class));
        }
        return gateway.bean(KeyValueStore.class).open(kind, limits);
    }

    private static Entry entry(String key, String owner, String value) {
        return new Entry(key, owner, bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "store"})
    void oneOfManyAddsAndTakes(String where) {
        KeyValue values = open(where, Limits.refusing(0, 100));
        List<Integer> adding = IntStream.range(0, 8).parallel().filter(i -> values.add(entry("k", null, "v" + i), DAY).isEmpty()).boxed()
                .toList();

        assertThat(adding).hasSize(1);
        assertThat(text(values.get("k").orElseThrow())).isEqualTo("v" + adding.get(0));
        assertThat(IntStream.range(0, 8).parallel().filter(i -> values.take("k").isPresent()).count()).isEqualTo(1);
        assertThat(values.get("k")).isEmpty();
        assertThat(values.add(entry("k", null, "again"), DAY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "store"})
    void expiredValueIsGone(String where) {
        KeyValue values = open(where, Limits.refusing(1, 100));
        values.put(entry("k", "ada", "v"), Duration.ZERO);
        values.put(entry("forever", null, "v"), null);

        assertThat(values.get("k")).isEmpty();
        assertThat(values.take("k")).isEmpty();
        assertThat(values.list()).extracting(Entry::key).containsExactly("forever");
        assertThat(values.add(entry("k", "ada", "w"), DAY)).as("it does not count").isEmpty();
        assertThat(values.get(List.of("k", "none", "forever"))).containsOnlyKeys("k", "forever");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "store"})
    void ownerHasALimit(String where) {
        KeyValue values = open(where, Limits.refusing(2, 100));
        values.put(entry("a", "ada", "v"), DAY);
        values.put(entry("b", "ada", "v"), DAY);

        assertThatThrownBy(() -> values.add(entry("c", "ada", "v"), DAY)).isInstanceOfSatisfying(Budget.FullException.class,
                full -> assertThat(full.isOfOwner()).isTrue());
        assertThatThrownBy(() -> values.change("c", "ada", DAY, before -> bytes("v"))).isInstanceOf(Budget.FullException.class);
        assertThat(values.get("c")).isEmpty();
        values.put(entry("a", "ada", "w"), DAY);
        assertThat(values.add(entry("c", "bob", "v"), DAY)).isEmpty();
        values.take("b");
        assertThat(values.add(entry("d", "ada", "v"), DAY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "store"})
    void changesComeOneAfterTheOther(String where) {
        KeyValue values = open(where, Limits.refusing(0, 100));
        IntStream.range(0, 20).parallel()
                .forEach(i -> values.change("n", null, DAY, before -> bytes((before == null ? "" : text(before)) + "x")));

        assertThat(values.get("n").orElseThrow()).hasSize(20);
        values.change("n", null, DAY, before -> null);
        assertThat(values.get("n")).isEmpty();
    }

    @Test
    void cachedValueIsReadAgainAfterAChangeElsewhere() {
        open("store", Limits.newest(1));
        Awaitility.await().until(() -> gateway.bean(Notifications.class).isListening());
        KeyValue cached = gateway.bean(KeyValueStore.class).openCached("cached", Limits.newest(1));
        KeyValue elsewhere = gateway.bean(KeyValueStore.class).open("cached", Limits.newest(1));
        for (String value : List.of("v", "w")) {
            assertThat(cached.get("k").map(KeyValueTest::text).orElse("")).isNotEqualTo(value);
            elsewhere.put(entry("k", null, value), DAY);
            assertThat(cached.get("k").map(KeyValueTest::text)).contains(value);
        }
        elsewhere.take("k");
        assertThat(cached.get("k")).isEmpty();
    }

    @Test
    void fullMemoryRefusesOrDropsTheOldest() {
        KeyValue refusing = open("memory", Limits.refusing(0, 2));
        KeyValue newest = open("memory", Limits.newest(2));
        for (String key : List.of("a", "b")) {
            refusing.put(entry(key, "ada", "v"), DAY);
            newest.put(entry(key, "ada", "v"), DAY);
        }

        assertThatThrownBy(() -> refusing.put(entry("c", "ada", "v"), DAY)).isInstanceOfSatisfying(Budget.FullException.class,
                full -> assertThat(full.isOfOwner()).isFalse());
        newest.put(entry("c", "ada", "v"), DAY);
        assertThat(refusing.list()).extracting(Entry::key).containsExactly("a", "b");
        assertThat(newest.list()).extracting(Entry::key).containsExactly("b", "c");
    }
}
