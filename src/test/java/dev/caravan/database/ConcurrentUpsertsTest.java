package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many callers that insert the same rows with {@code on} at the same time, in different orders, leave each row once and all succeed. */
@Tag("full")
class ConcurrentUpsertsTest extends DatabaseTest {

    private static final int CALLERS = 8;
    /** OpenSearch has no locks: who is slower reads and writes again, within the time of a statement. */
    private static final int CALLERS_OF_OPENSEARCH = 3;
    private static final int CALLS = 4;
    private static final int ROWS = 8;

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void eachRowStandsOnce(String database) throws Exception {
        String table = "raced_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, name TEXT, n INTEGER"));

        int callers = database.equals("opensearch") ? CALLERS_OF_OPENSEARCH : CALLERS;
        List<List<JsonNode>> answers = new Callers<>(callers, () -> {
            List<JsonNode> own = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                List<Integer> ids = new ArrayList<>(IntStream.rangeClosed(1, ROWS).boxed().toList());
                Collections.shuffle(ids);
                String rows = String.join(",",
                        ids.stream().map(id -> "{\"id\":" + id + ",\"name\":\"" + Thread.currentThread().getId() + "\",\"n\":1}").toList());
                own.add(call("insert", database, "{\"table\":\"" + table + "\",\"data\":[" + rows + "],\"on\":[\"id\"]}"));
            }
            return own;
        }).results();

        int inserted = 0;
        int updated = 0;
        for (JsonNode answer : answers.stream().flatMap(List::stream).toList()) {
            assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
            inserted += answer.get("inserted_count").intValue();
            updated += answer.get("updated_count").intValue();
        }
        assertThat(done("query", database, "{\"table\":\"" + table + "\"}").get("count").intValue()).isEqualTo(ROWS);
        assertThat(inserted).isEqualTo(ROWS);
        assertThat(updated).isEqualTo((callers * CALLS - 1) * ROWS);
    }
}
