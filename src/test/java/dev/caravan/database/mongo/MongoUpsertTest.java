package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import org.junit.jupiter.api.Test;

/** An insert with {@code on} in MongoDB: by id or a unique index. Without transactions a failure says which rows stay written. */
class MongoUpsertTest extends MongoTest {

    @Test
    void byIdOrAUniqueIndex() {
        STORE.with(database -> {
            database.getCollection("people").createIndex(Indexes.ascending("email"), new IndexOptions().unique(true));
            database.getCollection("people").createIndex(Indexes.ascending("name"));
        });
        JsonNode fresh = upsert("[{\"email\":\"ada@x\",\"at\":{\"city\":\"北京\"},\"n\":1},{\"email\":\"bob@x\",\"n\":2}]", "\"email\"");
        String id = fresh.at("/inserted_ids/0").asText();
        assertThat(id).hasSize(24);

        JsonNode byId = upsert("[{\"_id\":\"" + id + "\",\"at\":{\"zip\":1}},{\"_id\":\"own\",\"email\":\"eve@x\"}]", "\"_id\"");
        assertThat(byId.get("updated_count").intValue()).as(byId.toString()).isEqualTo(1);
        assertThat(byId.get("inserted_ids").toString()).isEqualTo("[\"own\"]");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"email\":\"ada@x\"}}").at("/data/0/at").toString())
                .as("an object is replaced").isEqualTo("{\"zip\":1}");
        for (String field : new String[] {"name", "$where"}) {
            assertThat(failed("query_error", "insert", "mongodb", arguments("{\"" + field + "\":1}", "\"" + field + "\"")))
                    .endsWith("on must be one of: [_id], [email]");
        }
    }

    @Test
    void aRefusedRowSaysWhichRowsStay() {
        STORE.with(database -> database.getCollection("people").createIndex(Indexes.ascending("email"), new IndexOptions().unique(true)));
        upsert("{\"_id\":\"x\",\"email\":\"taken@x\"}", "\"_id\"");

        String rows = "[{\"_id\":\"a\",\"email\":\"a@x\"},{\"_id\":\"b\",\"email\":\"taken@x\"},{\"_id\":\"c\",\"email\":\"c@x\"}]";
        assertThat(failed("integrity_error", "insert", "mongodb", arguments(rows, "\"_id\""))).startsWith("Not written: 2 (row 2: E11000")
                .endsWith("; row 3: not tried, because row 2 was refused). Written: 1 (rows 1)");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id__in\":[\"a\",\"b\"]}}").at("/data")
                .findValuesAsText("_id")).containsExactly("a");
    }

    private JsonNode upsert(String rows, String on) {
        return done("insert", "mongodb", arguments(rows, on));
    }

    private static String arguments(String rows, String on) {
        return "{\"table\":\"people\",\"data\":" + rows + ",\"on\":[" + on + "]}";
    }
}
