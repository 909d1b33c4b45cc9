package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is no time is refused, as a filter and as data, and no time is stored as another moment. */
@Tag("full")
class StrictTimesTest extends DatabaseTest {

    @BeforeAll
    void fill() {
        STORES.forEach((database, store) -> {
            store.create("strict_times", TestStore.columns("id INTEGER, t TIME, n INTEGER, d DECIMAL"));
            done("insert", database, "{\"table\":\"strict_times\",\"data\":{\"id\":1,\"t\":\"2026-01-01T00:00:00Z\",\"n\":1,\"d\":0.1}}");
        });
    }

    /** Databases with types say what a filter on a time takes, and store no other day than the one given. */
    @Test
    void whatIsNoTimeIsRefused() {
        List<String> wrong = new ArrayList<>();
        for (String database : List.of("postgresql", "mysql", "opensearch", "supabase")) {
            if (!STORES.containsKey(database)) {
                continue;
            }
            for (String filter : List.of("{'t__gte':'soon'}", "{'t':'2026-13-01'}", "{'t__lt':'2026-02-30'}", "{'t__contains':'2026'}",
                    "{'t__startswith':'2026-01'}", "{'t':true}", "{'n':'x'}", "{'n__contains':'1'}", "{'n__gt':'soon'}", "{'d':'1,5'}")) {
                for (String verb : List.of("query", "delete")) {
                    JsonNode answer = call(verb, database, "{\"table\":\"strict_times\",\"filters\":" + filter.replace('\'', '"') + "}");
                    if (!answer.at("/error/type").asText().equals("query_error")) {
                        wrong.add(database + " " + verb + " " + filter + " " + answer);
                    }
                }
            }
            for (String time : List.of("2026-02-30T10:00:00Z", "2026-04-31", "soon", "2026-01-01T25:00:00Z")) {
                JsonNode answer = call("insert", database, "{\"table\":\"strict_times\",\"data\":{\"id\":99,\"t\":\"" + time + "\"}}");
                if (!answer.at("/error/type").asText().equals("query_error")) {
                    wrong.add(database + " " + time + " " + answer);
                }
            }
        }
        assertThat(wrong).as("\n" + String.join("\n", wrong)).isEmpty();
    }

    /** A time of a zone goes into a column without zones as UTC, and a filter in any zone finds it there. */
    @Test
    void columnsWithoutZonesKeepUtc() {
        run("postgresql", "drop table if exists zoneless", "create table zoneless (id int primary key, t timestamp)",
                "grant all on zoneless to public", "notify pgrst, 'reload schema'");
        run("mysql", "drop table if exists zoneless", "create table zoneless (id int primary key, t datetime(6))");
        List<String> wrong = new ArrayList<>();
        for (String database : List.of("postgresql", "mysql", "supabase")) {
            if (!STORES.containsKey(database)) {
                continue;
            }
            await().until(() -> call("query", database, "{\"table\":\"zoneless\"}").get("success").booleanValue());
            done("insert", database, "{\"table\":\"zoneless\",\"data\":{\"id\":" + database.length()
                    + ",\"t\":\"2026-01-01T01:00:00+02:00\"}}");
            for (String time : List.of("2025-12-31T23:00:00", "2025-12-31T23:00:00Z", "2026-01-01T01:00:00+02:00")) {
                JsonNode found = call("query", database, "{\"table\":\"zoneless\",\"filters\":{\"t\":\"" + time + "\",\"id\":"
                        + database.length() + "}}");
                if (!found.at("/data/0/t").asText().startsWith("2025-12-31T23:00:00")) {
                    wrong.add(database + " " + time + " " + found
                            + call("query", database, McpClient.object("{\"table\":\"zoneless\"}")));
                }
            }
        }
        assertThat(wrong).as("\n" + String.join("\n", wrong)).isEmpty();
    }
}
