package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.database.MongoTestStore;
import dev.caravan.embedded.FreePorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools of a MongoDB database use its own server, and not that of the document tools. */
@Tag("full")
class MongoOwnServerTest {

    private static final MongoTestStore STORE = new MongoTestStore();

    @Test
    void recordsAreStoredAtTheServerOfTheDatabase() throws Exception {
        STORE.with(database -> {
            database.getCollection("own_server").drop();
            database.createCollection("own_server");
        });
        try (OwnGateway gateway = OwnGateway.withAllRoutes().settings("databases.mongodb.url=" + STORE.server().address() + "/shop",
                "mongodb.uri=mongodb://127.0.0.1:" + FreePorts.pick()).start()) {
            JsonNode inserted = call(gateway, "db_insert_mongodb", "\"data\":{\"name\":\"a\"}");
            JsonNode changed = call(gateway, "db_update_mongodb", "\"data\":{\"name\":\"b\"},\"filters\":{\"name\":\"a\"}");
            JsonNode found = call(gateway, "db_query_mongodb", "\"limit\":10");

            assertThat(inserted.get("success").asBoolean()).as(inserted.toString()).isTrue();
            assertThat(changed.get("success").asBoolean()).as(changed.toString()).isTrue();
            assertThat(found.at("/data/0/name").asText()).as(found.toString()).isEqualTo("b");
        }
    }

    private static JsonNode call(OwnGateway gateway, String tool, String arguments) {
        return gateway.client().call(tool, McpClient.object("{\"table\":\"own_server\"," + arguments + "}")).result()
                .get("structuredContent");
    }
}
