package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.OpenSearchTestStore;
import dev.caravan.database.TestStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** Holds what the tests of OpenSearch share: four indexes, which are made once in each JVM, and requests that they all send. */
abstract class OpenSearchTest extends DatabaseTest {

    static final String DB = "opensearch";
    static final OpenSearchTestStore STORE = (OpenSearchTestStore) STORES.get(DB);

    private static boolean made;

    @BeforeAll
    void indexes() {
        if (made) {
            return;
        }
        STORE.create("os_people", TestStore.columns("id LONG, name TEXT, email TEXT, age INTEGER, status TEXT, salary DECIMAL, born TIME"));
        make("os_loose", "{}");
        STORE.create("os_one", TestStore.columns("id LONG, v TEXT"));
        STORE.create("os_two", TestStore.columns("id LONG, v TEXT"));
        made = true;
    }

    /** An index with that mapping. */
    static void make(String index, String mapping) {
        STORE.send("DELETE", "/" + index + "?ignore_unavailable=true", null);
        STORE.send("PUT", "/" + index,
                "{\"settings\":{\"index.refresh_interval\":\"50ms\",\"index.number_of_replicas\":0},\"mappings\":" + mapping + "}");
    }

    static String where(String filters) {
        return "{\"table\":\"os_people\",\"filters\":" + filters + "}";
    }

    List<Integer> ids(String index, String filters) {
        List<Integer> ids = new ArrayList<>();
        done("query", DB, "{\"table\":\"" + index + "\",\"order_by\":[\"id\"],\"filters\":" + filters + "}").get("data")
                .forEach(row -> ids.add(row.get("id").intValue()));
        return ids;
    }

    JsonNode exactly(String verb, String arguments) {
        JsonNode answer = call(verb, DB, (ObjectNode) exact(arguments));
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }

    static JsonNode exact(String json) {
        try {
            return DatabaseValues.JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Searches that are read page by page and not over; the server ends those that nobody does, in a minute. */
    static int openSearches() {
        return STORE.send("GET", "/_nodes/stats/indices/search", null).findValue("open_contexts").intValue();
    }
}
