package dev.caravan.database.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers who write to Redis at the same time lose nothing. */
@Tag("nightly")
class RedisConcurrencyTest extends RedisPeopleTest {

    @Test
    void concurrentInsertsGetDifferentIdsAndOneOfTheSameIdSucceeds() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<List<JsonNode>>> running = IntStream.range(0, 16).mapToObj(caller -> callers.submit(() -> {
            List<JsonNode> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(done("insert", "redis", "{\"table\":\"people\",\"data\":[{},{}]}"));
                answers.add(call("insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":\"own%d\",\"by\":%d},{\"id\":\"too%d-%d\"}]}"
                        .formatted(i, caller, i, caller)));
            }
            return answers;
        })).toList();
        Set<String> ids = new HashSet<>();
        int refused = 0;
        for (Future<List<JsonNode>> each : running) {
            for (JsonNode answer : each.get(180, SECONDS)) {
                answer.path("inserted_ids").forEach(id -> assertThat(ids.add(id.asText())).isTrue());
                refused += answer.at("/error/type").asText().equals("integrity_error") ? 1 : 0;
            }
        }
        callers.shutdown();
        assertThat(ids).hasSize(16 * 20 * 2 + 20 * 2);
        assertThat(refused).isEqualTo(15 * 20);
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("count").intValue()).isEqualTo(ids.size());
    }

    @Test
    void concurrentUpdatesOfDifferentFieldsLoseNothing() throws Exception {
        redis.run(commands -> commands.hset("people:hash", "name", "both"));
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"json\",\"name\":\"both\"}}");
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < 16; caller++) {
            String field = "f" + caller;
            String filter = caller % 2 == 0 ? "{\"name\":\"both\"}" : "{\"id__in\":[\"json\",\"hash\"]}";
            running.add(callers.submit(() -> {
                for (int i = 1; i <= 25; i++) {
                    String update = "{\"table\":\"people\",\"data\":{\"%s\":%d},\"filters\":%s}".formatted(field, i, filter);
                    JsonNode answer = call("update", "redis", update);
                    // the others had all connections for longer than connect-timeout
                    if (answer.at("/error/type").asText().equals("connection_error")) {
                        answer = call("update", "redis", update);
                    }
                    // the others were faster all the time; nothing was changed
                    while (answer.at("/error/type").asText().equals("timeout_error")) {
                        answer = call("update", "redis", update);
                    }
                    assertThat(answer.path("updated_count").intValue()).as(answer.toString()).isEqualTo(2);
                    JsonNode own = done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"json\"}}").at("/data/0");
                    assertThat(own.get(field).intValue()).isEqualTo(i);
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(180, SECONDS);
        }
        callers.shutdown();
        JsonNode rows = done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"id\"]}").get("data");
        for (int caller = 0; caller < 16; caller++) {
            assertThat(rows.at("/0/f" + caller).asText()).isEqualTo("25");
            assertThat(rows.at("/1/f" + caller).asText()).isEqualTo("25");
        }
    }
}
