package dev.caravan.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.client.LegacyClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A call that is cancelled while the database answers its insert still undoes the insert if a row was refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CancelledInsertsTest {

    private static final String TABLE = "cancelled_inserts";
    private static final MongoTestStore MONGO = new MongoTestStore();

    private AnswerProxy beforeMongo;
    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        beforeMongo = new AnswerProxy(MONGO.server().address());
        gateway = OwnGateway.withAllRoutes().settings("databases.mongodb.url=mongodb://127.0.0.1:" + beforeMongo.port() + "/shop", "databases.mongodb.statement-timeout=12s",
                "databases.mongodb.connect-timeout=12s").start();
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        beforeMongo.close();
    }

    @Test
    void mongo() throws Exception {
        MONGO.create(TABLE, TestStore.columns("id INTEGER"));
        MONGO.with(database -> database.getCollection(TABLE).insertOne(new Document("id", 2)));

        cancelDuring(beforeMongo, "insert\0", "db_insert_mongodb", "\"data\":[{\"id\":1},{\"id\":2}]", () -> countInMongo(1) == 1);

        assertThat(countInMongo(2)).as("it was there before").isEqualTo(1);
    }

    private static long countInMongo(int id) {
        AtomicLong count = new AtomicLong();
        MONGO.with(database -> count.set(database.getCollection(TABLE).countDocuments(new Document("id", id))));
        return count.get();
    }

    /**
     * Calls the tool, and cancels the call when the server has answered the insert, before the gateway has the answer.
     *
     * @param isStored whether the row that the server took is there
     */
    private void cancelDuring(AnswerProxy proxy, String word, String tool, String rest, BooleanSupplier isStored) throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        proxy.beforeAnswers(word, () -> {
            answered.countDown();
            cancelled.await();
        });
        LegacyClient client = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        ObjectNode params = McpClient.object("{\"name\":\"" + tool + "\",\"arguments\":{\"table\":\"" + TABLE + "\"," + rest + "}}");
        try (GatewayLog log = GatewayLog.record(); StreamClient call = client.start("tools/call", params, 7)) {
            assertThat(answered.await(20, SECONDS)).isTrue();
            assertThat(isStored.getAsBoolean()).as("stored, before the answer").isTrue();
            assertThat(client.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}")).status()).isEqualTo(202);
            log.auditEvents("\"tool\":\"" + tool + "\"", 1);
        } finally {
            cancelled.countDown();
        }
        await().until(() -> !isStored.getAsBoolean());
    }
}
