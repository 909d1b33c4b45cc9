package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a SQL database or its catalogue refuses becomes the error type that callers expect, and says what there is. */
class SqlMistakesTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void mistakesListTheAllowedNames(String database) {
        assertThat(failed("query_error", "query", database, "{\"table\":\"peopel\"}")).contains("peopel").contains("people")
                .contains("pairs");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"nam\":1}}")).contains("nam")
                .contains("there are: name, id, age, email, status");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"columns\":[\"nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"order_by\":[\"-nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"age__between\":1}}"))
                .contains("__gt, __gte, __lt, __lte, __contains, __startswith, __endswith, __in, __not_in, __isnull");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"age\":null}}")).contains("age__isnull");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"age__isnull\":1}}"))
                .contains("true or false");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"age__contains\":\"1\"}}"))
                .contains("works on text only");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"filters\":{\"name__in\":[null]}}")).contains("list");
        assertThat(failed("query_error", "query", database, "{\"table\":\"people\",\"limit\":1001}")).contains("limit");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"people\",\"data\":{\"nam\":1}}")).contains("nam");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"people\",\"data\":[]}")).contains("data");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"people\",\"data\":{\"name\":\"n\",\"age\":\"old\"}}"))
                .containsAnyOf("age", "old");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"people\",\"data\":{\"name\":[1]}}")).contains("name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void constraintsAreIntegrityErrors(String database) {
        done("insert", database, "{\"table\":\"people\",\"data\":{\"name\":\"a\",\"email\":\"twice-%s@e.org\"}}".formatted(database));
        failed("integrity_error", "insert", database,
                "{\"table\":\"people\",\"data\":{\"name\":\"b\",\"email\":\"twice-%s@e.org\"}}".formatted(database));
        failed("integrity_error", "insert", database, "{\"table\":\"people\",\"data\":{\"age\":1}}");
        done("delete", database, "{\"table\":\"people\",\"filters\":{\"name\":\"a\"}}");
    }

    @Test
    void permissionErrorsContainNoSecret() {
        run("postgresql", "drop table if exists forbidden", "create table forbidden (id int primary key, n int)",
                "do $$ begin create role guest login; exception when duplicate_object then null; end $$");
        assertThat(failed("permission_error", "query", "guest", "{\"table\":\"forbidden\"}")).contains("forbidden");
        failed("permission_error", "insert", "guest", "{\"table\":\"forbidden\",\"data\":{\"id\":1}}");
        failed("permission_error", "delete", "guest", "{\"table\":\"forbidden\",\"filters\":{\"id\":1}}");
        run("postgresql", "grant select on forbidden to guest");
        assertThat(failed("query_error", "query", "guest", "{\"table\":\"forbidden\",\"filters\":{\"n\":\"guest-secret\"}}")).contains("…")
                .doesNotContain("guest-secret");
    }
}
