package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each failure of a Supabase database becomes the error type that callers expect, and says what was wrong. */
class SupabaseFailuresTest extends SupabaseTest {

    @Test
    void mistakesListTheAllowedNames() {
        assertThat(failed("query_error", "query", "{\"table\":\"supa_peopel\"}")).contains("supa_peopel").contains("supa_people")
                .contains("supa_pairs");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"nam\":1}}")).contains("nam")
                .contains("name, id, age, email, status");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"columns\":[\"nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"order_by\":[\"-nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"age__between\":1}}")).contains("__gt, __gte");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"age\":null}}")).contains("age__isnull");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"age__contains\":\"1\"}}"))
                .contains("works on text only");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"age\":\"old\"}}")).contains("old");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_people\",\"filters\":{\"name\":{\"a\":1}}}")).contains("name");
        assertThat(failed("query_error", "insert", "{\"table\":\"supa_people\",\"data\":{\"nam\":1}}")).contains("nam");
        assertThat(failed("query_error", "insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"n\",\"age\":\"old\"}}"))
                .contains("old");
        assertThat(failed("query_error", "insert", "{\"table\":\"supa_people\",\"data\":{\"name\":[1]}}")).contains("name");
        assertThat(failed("query_error", "update", "{\"table\":\"supa_people\",\"data\":{\"name\":{\"a\":1}},\"filters\":{\"id\":0}}"))
                .contains("name");
    }

    @Test
    void constraintsAreIntegrityErrors() {
        done("insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"a\",\"email\":\"twice@e.org\"}}");
        assertThat(failed("integrity_error", "insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"b\",\"email\":\"twice@e.org\"}}"))
                .contains("twice@e.org");
        failed("integrity_error", "insert", "{\"table\":\"supa_people\",\"data\":{\"age\":1}}");
        failed("integrity_error", "update", "{\"table\":\"supa_people\",\"data\":{\"name\":null},\"filters\":{\"name\":\"a\"}}");
        done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name\":\"a\"}}");
    }

    @ParameterizedTest
    @CsvSource({"23505,integrity_error", "23503,integrity_error", "42501,permission_error", "25006,permission_error",
        "28000,permission_error", "PT403,permission_error", "57014,timeout_error",
        "55P03,timeout_error", "08006,connection_error", "53300,connection_error", "P0001,query_error", "22000,query_error",
        "PT404,query_error"})
    void everyCodeHasAType(String code, String type) {
        functions();
        String message = failed(type, "advanced",
                "{\"operation\":\"rpc\",\"function\":\"supa_error\",\"arguments\":{\"code\":\"" + code + "\"}}");
        if (!type.equals("connection_error") && !type.equals("timeout_error")) {
            assertThat(message).contains("boom").contains("at …").doesNotContain("127.0.0.1").doesNotContain(STORE.key());
        }
    }

    @Test
    void invalidKeyAndRoleWithoutRightsAreErrors() {
        assertThat(failed("permission_error", "query", "supabase_strange", "{\"table\":\"supa_people\"}"))
                .doesNotContain("no-key-of-this-server");
        STORE.run("supa_closed", Set.of("id"), "drop table if exists supa_closed", "create table supa_closed (id int primary key)",
                "revoke insert on supa_closed from service");
        failed("permission_error", "insert", "{\"table\":\"supa_closed\",\"data\":{\"id\":1}}");
        assertThat(failed("query_error", "query", "supabase_keyless", "{\"table\":\"supa_people\"}"))
                .as("what one may not see is not there").doesNotContain("supa_pairs");
    }

    @Tag("nightly")
    @Test
    void databaseAndClientCancelALongRequest() {
        functions();
        long begin = System.nanoTime();
        failed("timeout_error", "advanced", "supabase_hasty", "{\"operation\":\"rpc\",\"function\":\"supa_slow\"}");
        assertThat((System.nanoTime() - begin) / 1_000_000).as("by the client's limit of 1 s").isBetween(900L, 11_000L);
        long beginOfOther = System.nanoTime();
        assertThat(failed("timeout_error", "advanced", "{\"operation\":\"rpc\",\"function\":\"supa_slow\"}")).as("not the tool's limit")
                .doesNotContain("took longer");
        assertThat((System.nanoTime() - beginOfOther) / 1_000_000).isGreaterThan(11_000L);
        await("the role's own limit of 12 s")
                .until(() -> done("query", "postgresql", "{\"table\":\"supa_running\"}").get("count").intValue() == 0);
    }

    @Test
    void missingServerIsReportedAtOnce() {
        long begin = System.nanoTime();
        failed("connection_error", "query", "supabase_gone", "{\"table\":\"users\"}");
        assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(20_000);
    }
}
