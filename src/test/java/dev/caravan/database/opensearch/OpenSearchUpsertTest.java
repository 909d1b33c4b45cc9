package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** An insert with {@code on} in OpenSearch: objects are replaced, decimals stay exact, and the answer tells which rows stay. */
class OpenSearchUpsertTest extends OpenSearchTest {

    private static final String INDEX = "os_upserted";

    @Test
    void objectsAreReplacedAndARefusedRowIsToldBesideTheWritten() {
        make(INDEX,
                "{\"properties\":{\"id\":{\"type\":\"long\"},\"name\":{\"type\":\"keyword\"},\"from\":{\"type\":\"ip\"},"
                        + "\"at\":{\"type\":\"object\"},\"exact\":{\"type\":\"keyword\",\"index\":false}}}");
        upsert("[{\"id\":1,\"name\":\"a\",\"at\":{\"city\":\"北京\"},\"n\":12345678901234567890.123456789}]");
        assertThat(upsert("[{\"id\":1,\"at\":{\"zip\":\"1\"}}]").get("updated_count").intValue()).isEqualTo(1);
        JsonNode row = STORE.send("GET", "/" + INDEX + "/_source/1", null);
        assertThat(row.get("at").toString()).isEqualTo("{\"zip\":\"1\"}");
        assertThat(row.get("n").decimalValue().toPlainString()).isEqualTo("12345678901234567890.123456789");
        assertThat(row.get("name").asText()).isEqualTo("a");

        String message = failed("query_error", "insert", DB,
                arguments("[{\"id\":1,\"name\":\"changed\"},{\"id\":2,\"name\":\"new\"},{\"id\":3,\"from\":\"no address\"}]"));

        assertThat(message).startsWith("Not written: 1 (row 3 with id 3: ").endsWith("Written: 2 (ids 1, 2)");
        assertThat(done("query", DB, "{\"table\":\"" + INDEX + "\",\"columns\":[\"id\",\"name\"],\"order_by\":[\"id\"]}").get("data")
                .toString()).isEqualTo("[{\"id\":1,\"name\":\"changed\"},{\"id\":2,\"name\":\"new\"}]");
        assertThat(failed("query_error", "insert", DB, arguments("[{\"_id\":\"x\",\"id\":1}]"))).endsWith("on must be one of: [_id]");
    }

    private JsonNode upsert(String rows) {
        return done("insert", DB, arguments(rows));
    }

    private static String arguments(String rows) {
        return "{\"table\":\"" + INDEX + "\",\"data\":" + rows + ",\"on\":[\"id\"]}";
    }
}
