package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While a table's columns come, go and change their types, calls read what is stored and write what was given, or say why not. */
@Tag("nightly")
class DdlDuringCallsTest extends DatabaseTest {

    private static final int ROUNDS = 12;

    /** Values are the same whatever the type of the column is at the moment. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void callsReadAndWriteRightValues(String database) throws Exception {
        run(database, "drop table if exists ddl_calls", "create table ddl_calls (id int primary key, v varchar(40), n int)",
                "insert into ddl_calls values (1, 'AAEC', 7), (2, 'Gold', 8)");
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger id = new AtomicInteger(100);
        AtomicInteger written = new AtomicInteger();
        AtomicBoolean running = new AtomicBoolean(true);
        ExecutorService callers = Executors.newFixedThreadPool(3);
        List<Future<?>> all = new ArrayList<>();
        for (int caller = 0; caller < 3; caller++) {
            int own = caller;
            all.add(callers.submit(() -> {
                McpClient client = new McpClient(port());
                while (running.get()) {
                    boolean reads = own != 2;
                    String arguments = own == 0 ? "{\"table\":\"ddl_calls\",\"filters\":{\"id\":1}}"
                            : own == 1 ? "{\"table\":\"ddl_calls\",\"order_by\":[\"id\"],\"filters\":{\"id__lt\":3},\"after\":\"\"}"
                            : "{\"table\":\"ddl_calls\",\"data\":{\"id\":" + id.incrementAndGet() + ",\"v\":\"QmFzZQ==\"}}";
                    JsonNode answer = client.call("db_" + (reads ? "query_" : "insert_") + database, McpClient.object(arguments)).result()
                            .get("structuredContent");
                    if (!answer.get("success").booleanValue()) {
                        refused.incrementAndGet();
                        if (!answer.at("/error/type").asText().matches("query_error|timeout_error")) {
                            wrong.add(answer.toString());
                        }
                    } else if (reads && (!answer.at("/data/0/v").asText().equals("AAEC") || answer.at("/data/0/n").intValue() != 7)) {
                        wrong.add(answer.toString());
                    } else {
                        answered.incrementAndGet();
                        written.addAndGet(reads ? 0 : 1);
                    }
                }
            }));
        }
        for (int i = 0; i < ROUNDS; i++) {
            for (String change : changes(database)) {
                int before = answered.get() + refused.get();
                run(database, change);
                await("calls between two changes").pollInterval(5, TimeUnit.MILLISECONDS)
                        .until(() -> answered.get() + refused.get() > before + 3 || !wrong.isEmpty());
            }
        }
        running.set(false);
        callers.shutdown();
        assertThat(callers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        for (Future<?> each : all) {
            each.get();
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        assertThat(answered.get()).isGreaterThan(20);
        assertThat(refused.get()).as("of " + answered).isLessThan(answered.get() / 2);
        assertThat(((SqlTestStore) STORES.get(database)).count("ddl_calls where v = 'QmFzZQ==' and id > 100")).isEqualTo(written.get());
        assertThat(((SqlTestStore) STORES.get(database)).count("ddl_calls where id > 100")).as("nothing else").isEqualTo(written.get());
    }

    private static List<String> changes(String database) {
        return switch (database) {
            case "postgresql" -> List.of("alter table ddl_calls add column x int default 5",
                    "alter table ddl_calls alter column v type text", "alter table ddl_calls alter column n type bigint",
                    "create index ddl_calls_v on ddl_calls (v)", "alter table ddl_calls drop column x",
                    "alter table ddl_calls alter column v type varchar(50)", "alter table ddl_calls alter column n type int",
                    "drop index ddl_calls_v");
            case "mysql" -> List.of("alter table ddl_calls add column x int default 5 first", "alter table ddl_calls modify v text",
                    "alter table ddl_calls modify n bigint", "alter table ddl_calls drop column x",
                    "alter table ddl_calls modify v varchar(50)", "alter table ddl_calls modify n int");
            default -> List.of("alter table ddl_calls add column x int default 5", "create index ddl_calls_v on ddl_calls (v)",
                    "alter table ddl_calls rename column x to y", "drop index ddl_calls_v", "alter table ddl_calls drop column y");
        };
    }
}
