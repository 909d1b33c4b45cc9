package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.exceptions.ClientException;

/** Statements on the schema, by gateways that start at the same time. */
@Tag("nightly")
class Neo4jStoreTest {

    private static final int GATEWAYS = 4;

    private static final class Store extends Neo4jStore {

        Store(Driver driver) {
            super(driver, "neo4j", Duration.ofSeconds(30), Duration.ofSeconds(30));
        }
    }

    /** Without IF NOT EXISTS, Neo4j answers as it does when another gateway was faster. */
    @Test
    void schemaOfAnotherGatewayIsNoFailure() {
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"))) {
            Store store = new Store(driver);
            List<String> statements = List.of("CREATE INDEX store_twice FOR (n:StoreTwice) ON (n.name)",
                    "CREATE INDEX store_twice_by_other_name FOR (n:StoreTwice) ON (n.name)",
                    "CREATE CONSTRAINT store_twice_key FOR (n:StoreTwice) REQUIRE n.key IS UNIQUE");
            for (int round = 0; round < 2; round++) {
                statements.forEach(store::create);
            }
            assertThat(store.run("SHOW INDEXES YIELD name WHERE name STARTS WITH 'store_twice' RETURN name", Map.of())).hasSize(2);
            assertThatThrownBy(() -> store.create("CREATE INDEX store_twice FOR nonsense")).isInstanceOf(ClientException.class)
                    .hasMessageContaining("nonsense");
            store.run("DROP INDEX store_twice", Map.of());
            store.run("DROP CONSTRAINT store_twice_key", Map.of());
        }
    }

    @Test
    void concurrentGatewaysCreateTheSchema() throws Exception {
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"))) {
            Store store = new Store(driver);
            ExecutorService gateways = Executors.newFixedThreadPool(GATEWAYS);
            CyclicBarrier start = new CyclicBarrier(GATEWAYS);
            List<Future<Void>> all = new ArrayList<>();
            for (int gateway = 0; gateway < GATEWAYS; gateway++) {
                int order = gateway % 2;
                all.add(gateways.submit(() -> {
                    for (int round = 0; round < 10; round++) {
                        start.await(60, TimeUnit.SECONDS);
                        for (int i = 0; i < 3; i++) {
                            int number = order == 0 ? i : 2 - i;
                            store.create("CREATE CONSTRAINT store_test_" + number + " IF NOT EXISTS FOR (n:StoreTest" + number
                                    + ") REQUIRE n.key IS UNIQUE");
                            store.create("CREATE INDEX store_test_index_" + number + " IF NOT EXISTS FOR (n:StoreTest" + number
                                    + ") ON (n.name)");
                        }
                        store.run("DROP CONSTRAINT store_test_" + round % 3 + " IF EXISTS", Map.of());
                    }
                    return null;
                }));
            }
            try {
                for (Future<Void> one : all) {
                    one.get(120, TimeUnit.SECONDS);
                }
            } finally {
                gateways.shutdownNow();
            }
            for (int i = 0; i < 3; i++) {
                store.run("DROP CONSTRAINT store_test_" + i + " IF EXISTS", Map.of());
                store.run("DROP INDEX store_test_index_" + i, Map.of());
            }
            assertThat(store.run("SHOW INDEXES YIELD name WHERE name STARTS WITH 'store_test' RETURN name", Map.of())).isEmpty();
        }
    }
}
