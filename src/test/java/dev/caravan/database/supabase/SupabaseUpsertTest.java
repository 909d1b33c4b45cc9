package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.SqlTestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An insert with {@code on} in Supabase: the database checks the unique key, and one statement sets all columns or none. */
class SupabaseUpsertTest extends SupabaseTest {

    /** The ids of these tests are beyond those that the table gives by itself, in this class and in others. */
    @BeforeEach
    void ada() {
        SqlTestStore.POSTGRESQL.run("delete from supa_people",
                "insert into supa_people (id, name, email, age) values (2000000005, 'Ada', 'ada@x', 1)");
    }

    @AfterEach
    void leaveNobody() {
        SqlTestStore.POSTGRESQL.run("delete from supa_people");
    }

    @Test
    void aUniqueKeyBesideThePrimaryKey() {
        JsonNode answer = upsert(
                "[{\"name\":\"Ada L.\",\"email\":\"ada@x\"},{\"name\":\"Abe\",\"email\":\"abe@x\"}]",
                "\"email\"", "");

        assertThat(answer.toString())
                .contains("\"inserted_count\":1,\"updated_count\":1,\"skipped_count\":0,\"inserted_ids\":[");
        JsonNode ada = done("query", "{\"table\":\"supa_people\",\"filters\":{\"email\":\"ada@x\"}}").at("/data/0");
        assertThat(ada.get("name").asText() + ada.get("id") + ada.get("age")).isEqualTo("Ada L.20000000051");
        assertThat(
                upsert("[{\"name\":\"Eve, \\\"x\\\"&\",\"email\":\"e,v=e&*@x\",\"age\":3},{\"name\":\"A\",\"email\":\"ada@x\",\"age\":3}]",
                        "\"email\"", "").get("inserted_ids"))
                .hasSize(1);
        assertThat(upsert("{\"email\":\"e,v=e&*@x\",\"name\":\"Eve\",\"age\":4}", "\"email\"", ",\"update\":[\"age\",\"name\"]")
                .get("updated_count").intValue()).isEqualTo(1);
    }

    @Test
    void mistakesAndRowsThatStay() {
        assertThat(failed("query_error", "insert", "supabase", arguments("{\"name\":\"x\",\"age\":1}", "\"name\"", "")))
                .isEqualTo("supa_people has no unique key with just the columns name; on must be one of: [id]");
        assertThat(failed("query_error", "insert", "supabase", "{\"table\":\"supa_loose\",\"data\":{\"x\":1},\"on\":[\"x\"]}"))
                .startsWith("supa_loose has no unique key");
        failed("integrity_error", "insert", "supabase",
                arguments("[{\"name\":\"n\",\"email\":\"n@x\"},{\"name\":null,\"email\":\"o@x\"}]", "\"email\"", ""));
        assertThat(SqlTestStore.POSTGRESQL.count("supa_people")).as("one statement").isEqualTo(1);
    }

    @Test
    void allColumnsChangeOrNone() {
        assertThat(upsert("[{\"id\":2000000005,\"name\":\"A\",\"age\":2},{\"id\":2000000006,\"name\":\"it's; --\",\"age\":null}]", "\"id\"",
                ",\"update\":[\"age\",\"name\"]").toString())
                .contains("\"inserted_count\":1,\"updated_count\":1,\"skipped_count\":0,\"inserted_ids\":[2000000006]");
        assertThat(upsert("[{\"id\":2000000005,\"name\":\"no\"},{\"id\":2000000007,\"name\":\"new\",\"age\":4}]", "\"id\"",
                ",\"update\":\"nothing\"").toString())
                .contains("\"inserted_count\":1,\"updated_count\":0,\"skipped_count\":1,\"inserted_ids\":[2000000007]");
        String query = "{\"table\":\"supa_people\",\"order_by\":[\"id\"],\"columns\":[\"name\",\"age\"]}";
        assertThat(done("query", query).get("data").toString())
                .isEqualTo("[{\"name\":\"A\",\"age\":2},{\"name\":\"it's; --\",\"age\":null},{\"name\":\"new\",\"age\":4}]");
    }

    @Test
    void aColumnThatSomeRowWouldKeepIsNamed() {
        assertThat(kept("{\"id\":2000000005,\"name\":\"B\",\"age\":3}", "\"id\"", ",\"update\":[\"name\"]")).contains("keep: age.");
        assertThat(kept("[{\"id\":2000000005,\"name\":\"B\",\"age\":3},{\"id\":2000000008,\"name\":\"C\"}]", "\"id\"", ""))
                .contains("keep: age.");
        assertThat(kept("{\"id\":2000000009,\"name\":\"B\",\"email\":\"ada@x\"}", "\"email\"", "")).contains("keep: id.");
        assertThat(SqlTestStore.POSTGRESQL.count("supa_people")).isEqualTo(1);
    }

    private String kept(String rows, String on, String more) {
        return failed("query_error", "insert", "supabase", arguments(rows, on, more));
    }

    private JsonNode upsert(String rows, String on, String more) {
        return done("insert", arguments(rows, on, more));
    }

    private static String arguments(String rows, String on, String more) {
        return "{\"table\":\"supa_people\",\"data\":" + rows + ",\"on\":[" + on + "]" + more + "}";
    }
}
