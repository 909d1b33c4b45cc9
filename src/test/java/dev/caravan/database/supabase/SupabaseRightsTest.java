package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.SqlTestStore;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows and columns that the role of the key may not see or set: what is left is exact, and the rest is refused by name. */
@Tag("full")
class SupabaseRightsTest extends SupabaseTest {

    @Test
    void hiddenRowsAreNeitherCountedNorChanged() {
        STORE.run("supa_guarded", Set.of("id", "owner"), "drop table if exists supa_guarded",
                "create table supa_guarded (id int primary key, owner text)",
                "insert into supa_guarded select i, case when i % 2 = 0 then 'me' else 'other' end from generate_series(1, 20) i",
                "alter table supa_guarded enable row level security",
                "create policy own on supa_guarded for all to service using (owner = 'me') with check (owner = 'me')");
        JsonNode page = done("query", "{\"table\":\"supa_guarded\",\"order_by\":[\"id\"],\"limit\":3}");
        assertThat(page.get("count").intValue()).isEqualTo(10);
        assertThat(page.get("data").findValuesAsText("id")).containsExactly("2", "4", "6");
        assertThat(done("query", "{\"table\":\"supa_guarded\",\"filters\":{\"id\":1}}").get("count").intValue()).isZero();
        assertThat(done("update", "{\"table\":\"supa_guarded\",\"filters\":{\"id__lt\":3},\"data\":{\"owner\":\"me\"}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("delete", "{\"table\":\"supa_guarded\",\"filters\":{\"id__in\":[1,2,3]}}").get("deleted_count").intValue())
                .isEqualTo(1);
        assertThat(failed("permission_error", "insert", "{\"table\":\"supa_guarded\",\"data\":[{\"id\":30,\"owner\":\"me\"},"
                + "{\"id\":31,\"owner\":\"other\"}]}")).contains("supa_guarded");
        assertThat(SqlTestStore.POSTGRESQL.count("supa_guarded")).isEqualTo(19);
    }

    @Test
    void columnsThatTheRoleMayNotReadAreRefusedByName() {
        STORE.run("supa_columns", Set.of("id", "name", "secret"), "drop table if exists supa_columns",
                "create table supa_columns (id int primary key, name text, secret text)",
                "insert into supa_columns values (1, 'a', 'hush')",
                "revoke all on supa_columns from service", "grant select (id, name), insert (id, name) on supa_columns to service",
                "notify pgrst, 'reload schema'");
        assertThat(done("query", "{\"table\":\"supa_columns\",\"columns\":[\"id\",\"name\"]}").get("data").toString())
                .isEqualTo("[{\"id\":1,\"name\":\"a\"}]");
        for (String query : new String[] {"}", ",\"columns\":[\"secret\"]}", ",\"columns\":[\"id\"],\"filters\":{\"secret\":\"hush\"}}",
            ",\"columns\":[\"id\"],\"order_by\":[\"secret\"]}"}) {
            assertThat(failed("permission_error", "query", "{\"table\":\"supa_columns\"" + query)).contains("supa_columns")
                    .doesNotContain("hush");
        }
        assertThat(done("insert", "{\"table\":\"supa_columns\",\"data\":{\"id\":2,\"name\":\"b\"}}").get("inserted_ids").toString())
                .isEqualTo("[2]");
        failed("permission_error", "insert", "{\"table\":\"supa_columns\",\"data\":{\"id\":3,\"secret\":\"x\"}}");
        failed("permission_error", "update", "{\"table\":\"supa_columns\",\"filters\":{\"id\":1},\"data\":{\"name\":\"x\"}}");
        assertThat(SqlTestStore.POSTGRESQL.count("supa_columns")).isEqualTo(2);
    }

    @Test
    void generatedColumnsAndViews() {
        STORE.run("supa_view", Set.of("id", "double", "n"), "drop view if exists supa_view, supa_joined", "drop table if exists supa_made",
                "create table supa_made (id int generated always as identity primary key, n int, "
                        + "double int generated always as (n * 2) stored)",
                "create view supa_view as select * from supa_made where n > 0",
                "create view supa_joined as select a.id, b.n from supa_made a join supa_made b on a.id = b.id");
        assertThat(done("insert", "{\"table\":\"supa_view\",\"data\":[{\"n\":1},{\"n\":2},{\"n\":-1}]}").get("inserted_count").intValue())
                .isEqualTo(3);
        JsonNode rows = done("query", "{\"table\":\"supa_view\",\"order_by\":[\"-double\"]}");
        assertThat(rows.get("data").toString()).isEqualTo("[{\"id\":2,\"n\":2,\"double\":4},{\"id\":1,\"n\":1,\"double\":2}]");
        assertThat(done("query", "{\"table\":\"supa_view\",\"filters\":{\"double\":4.0}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("update", "{\"table\":\"supa_view\",\"filters\":{\"double__lte\":4},\"data\":{\"n\":5}}").get("updated_count")
                .intValue()).isEqualTo(2);
        assertThat(failed("query_error", "update", "{\"table\":\"supa_made\",\"filters\":{\"id\":1},\"data\":{\"double\":5}}"))
                .contains("double");
        assertThat(failed("query_error", "insert", "{\"table\":\"supa_made\",\"data\":{\"id\":70,\"n\":5}}")).contains("id");
        assertThat(done("query", "{\"table\":\"supa_joined\",\"filters\":{\"n\":5}}").get("count").intValue()).isEqualTo(2);
        assertThat(failed("query_error", "delete", "{\"table\":\"supa_joined\",\"filters\":{\"n\":5}}")).contains("supa_joined");
        assertThat(SqlTestStore.POSTGRESQL.count("supa_made")).isEqualTo(3);
    }
}
