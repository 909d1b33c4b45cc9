package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.MongoTestStore;
import org.junit.jupiter.api.BeforeEach;

/** Holds what the tests of MongoDB share: a collection that is empty before each test, and documents for it. */
abstract class MongoTest extends DatabaseTest {

    static final MongoTestStore STORE = (MongoTestStore) STORES.get("mongodb");

    @BeforeEach
    void collections() {
        STORE.with(database -> {
            database.getCollection("people").drop();
            database.createCollection("people");
        });
    }

    static ArrayNode rows(int count) {
        ArrayNode rows = McpClient.JSON.createArrayNode();
        for (int n = 0; n < count; n++) {
            rows.addObject().put("n", n);
        }
        return rows;
    }

    void insert(ArrayNode rows) {
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.set("data", rows);
        assertThat(call("insert", "mongodb", arguments).get("success").booleanValue()).isTrue();
    }
}
