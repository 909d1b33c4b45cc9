package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.database.AnswerProxy;
import dev.caravan.database.MongoTestStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An insert whose answer is lost tells what may be stored, and undoes nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class MongoLostAnswersTest {

    private static final MongoTestStore STORE = new MongoTestStore();
    private static final String TABLE = "lost_answers";

    private AnswerProxy proxy;
    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        proxy = new AnswerProxy(STORE.server().address());
        proxy.beforeAnswers("insert\0", () -> {
            throw new IOException("the answer is lost");
        });
        gateway = OwnGateway.withAllRoutes()
                .settings("databases.mongodb.url=mongodb://127.0.0.1:" + proxy.port() + "/shop", "databases.mongodb.statement-timeout=12s",
                "databases.mongodb.connect-timeout=12s").start();
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        proxy.close();
    }

    @BeforeEach
    void collection() {
        STORE.with(database -> {
            database.getCollection(TABLE).drop();
            database.createCollection(TABLE);
        });
    }

    @Test
    void documentThatExistedStays() {
        Document theirs = theirs();

        JsonNode answer = insert("{\"_id\":\"" + theirs.get("_id") + "\",\"of\":\"us\"}");

        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("connection_error");
        assertThat(documents()).containsExactly(theirs);
    }

    @Test
    void documentsThatMayBeStoredAreTold() {
        ObjectId given = new ObjectId();

        JsonNode answer = insert("[{\"of\":\"us\"},{\"_id\":\"" + given + "\",\"of\":\"us\"},{\"of\":\"us\"}]");

        assertThat(answer.at("/error/message").asText()).as(answer.toString()).contains("Maybe written: 3 (ids ")
                .contains(given.toString());
        assertThat(documents()).as("nothing is undone").hasSize(3);
    }

    /** A document that another caller has stored. */
    private static Document theirs() {
        Document document = new Document("_id", new ObjectId()).append("of", "them");
        STORE.with(database -> database.getCollection(TABLE).insertOne(document));
        return document;
    }

    private static List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        STORE.with(database -> database.getCollection(TABLE).find().into(documents));
        return documents;
    }

    private JsonNode insert(String data) {
        return gateway.client().call("db_insert_mongodb", McpClient.object("{\"table\":\"" + TABLE + "\",\"data\":" + data + "}")).result()
                .get("structuredContent");
    }
}
