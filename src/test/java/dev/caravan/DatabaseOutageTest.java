package dev.caravan;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.exceptions.Neo4jException;

/** A database that goes away under load is told as such in time, and taken up again by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseOutageTest {

    private OwnGateway gateway;

    /** With the default timeouts, since an outage must be told in time. */
    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL).settings("mongodb.timeout=4s", "neo4j.timeout=4s").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Tag("nightly")
    @Test
    void mongo() throws Exception {
        String id = made("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\"}");
        isToldInTimeAndTakenUpAgainByItself(MONGO, "mongo_find_by_id", object("{}").put("id", id));
    }

    @Tag("nightly")
    @Test
    void neo4jReads() throws Exception {
        isToldInTimeAndTakenUpAgainByItself(NEO4J, "neo4j_find_node", object("{}").put("id", node()));
    }

    @Tag("nightly")
    @Test
    void neo4jWrites() throws Exception {
        ObjectNode arguments = object("{\"patch\":{\"at\":1}}").put("id", node());
        isToldInTimeAndTakenUpAgainByItself(NEO4J, "neo4j_update_node", arguments);
    }

    private String node() {
        return made("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"outage\"}}");
    }

    /** Returns its id. A busy database may need more than one try for its first write. */
    private String made(String tool, String arguments) {
        return await().until(() -> gateway.client().envelope(tool, object(arguments)), made -> made.at("/ok").asBoolean()).at("/data/id")
                .asText();
    }

    private void isToldInTimeAndTakenUpAgainByItself(ServerKind kind, String tool, ObjectNode arguments) throws Exception {
        ServerHandle server = SharedServers.get(kind);
        Map<String, AtomicLong> codes = new ConcurrentHashMap<>();
        AtomicLong slowest = new AtomicLong();
        AtomicBoolean running = new AtomicBoolean(true);
        ExecutorService callers = Executors.newFixedThreadPool(16);
        for (int i = 0; i < 16; i++) {
            callers.submit(() -> {
                McpClient own = gateway.client();
                while (running.get()) {
                    long start = System.nanoTime();
                    JsonNode envelope = own.envelope(tool, arguments);
                    slowest.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
                    String code = envelope.get("ok").asBoolean() ? "OK" : envelope.at("/error/code").asText();
                    codes.computeIfAbsent(code, any -> new AtomicLong()).incrementAndGet();
                    Thread.sleep(20); // callers that never pause take the processor from the database that starts
                }
                return null;
            });
        }
        try {
            await().until(() -> codes.containsKey("OK") && codes.get("OK").get() > 100);
            codes.put("DB_ERROR", new AtomicLong());
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 3 && fastest > SECONDS.toNanos(2); i++) {
                long failed = codes.get("DB_ERROR").get();
                long before;
                try {
                    server.stop();
                    await().until(() -> codes.get("DB_ERROR").get() > failed + 30);
                } finally {
                    before = codes.get("OK").get();
                    server.start();
                }
                untilItAnswers(kind, server.address());
                long back = System.nanoTime();
                await().until(() -> codes.get("OK").get() > before);
                fastest = Math.min(fastest, System.nanoTime() - back);
                await().until(() -> codes.get("OK").get() > before + 100);
            }
            assertThat(fastest).as("ns from the database's first answer to another client, the fastest of three")
                    .isLessThan(SECONDS.toNanos(2));
        } finally {
            running.set(false);
            callers.shutdown();
        }
        assertThat(callers.awaitTermination(20, SECONDS)).isTrue();
        assertThat(codes.keySet()).isEqualTo(Set.of("OK", "DB_ERROR"));
        assertThat(slowest.get()).as("ms of the slowest call").isLessThan(20_000);
    }

    /** Waits for the answer to a client of its own. Neo4j has to plan the statement, as it has to plan the gateway's after its start. */
    private static void untilItAnswers(ServerKind kind, String address) {
        if (kind == NEO4J) {
            try (Driver driver = GraphDatabase.driver(address, AuthTokens.none())) {
                String statement = "MATCH (n:Entity {at: 1}) WHERE n.name <> '%s' OPTIONAL MATCH (n)-[r]-() RETURN n, count(r)"
                        .formatted(UUID.randomUUID());
                await().ignoreExceptionsInstanceOf(Neo4jException.class)
                        .until(() -> driver.executableQuery(statement).execute().records() != null);
            }
        } else {
            try (MongoClient client = MongoClients.create(address)) {
                assertThat(client.getDatabase("outage").runCommand(new Document("ping", 1)).get("ok")).isEqualTo(1.0);
            }
        }
    }
}
