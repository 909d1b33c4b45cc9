package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** db_advanced answers arrays of PostgreSQL with any dimensions and nulls, as db_query does. */
class SqlArraysTest extends SqlAccountsTest {

    @Test
    void arraysMayHaveDimensionsAndNulls() {
        run("postgresql", "drop table if exists nested_arrays", "create table nested_arrays (id int primary key, n int[], t text[])",
                "insert into nested_arrays values (1, '{{1,null},{3,4}}', '{{{a,null}},{{b,c}}}'), (2, '{}', '{null}')");

        String rows = "[{\"n\":[[1,null],[3,4]],\"t\":[[[\"a\",null]],[[\"b\",\"c\"]]]},{\"n\":[],\"t\":[null]}]";
        assertThat(done("advanced", "postgresql",
                transaction("UPDATE accounts SET balance = 7 WHERE id = 1", "SELECT n, t FROM nested_arrays ORDER BY id"))
                .at("/results/1/data").toString()).isEqualTo(rows);
        assertThat(done("query", "postgresql", "{\"table\":\"nested_arrays\",\"columns\":[\"n\",\"t\"],\"order_by\":[\"id\"]}").get("data")
                .toString()).isEqualTo(rows);
        assertThat(done("query", "postgresql", "{\"table\":\"accounts\",\"filters\":{\"id\":1}}").at("/data/0/balance").intValue())
                .isEqualTo(7);
    }
}
