package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that was committed answers success even if what it read is too large to answer. */
class SqlLargeResultTest extends SqlAccountsTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void aCommittedTransactionSaysSoAndCutsWhatItRead(String database) {
        run(database, "drop table if exists bulky", "create table bulky (id int primary key, v " + (database.equals("mysql") ? "longtext" : "text") + ")",
                "insert into bulky values (1, '" + "x".repeat(500_000) + "')");
        JsonNode answer = done("advanced", database, transaction("SELECT v FROM bulky WHERE id = 1", "UPDATE accounts SET balance = 7 WHERE id = 1"));
        assertThat(answer.get("truncated").booleanValue()).isTrue();
        assertThat(answer.at("/results/0").toString()).isEqualTo("{\"data\":[],\"count\":0,\"truncated\":true}");
        assertThat(answer.at("/results/1").toString()).isEqualTo("{\"affected_rows\":1}");
        assertThat(done("query", database, "{\"table\":\"accounts\",\"filters\":{\"id\":1}}").at("/data/0/balance").doubleValue()).isEqualTo(7);
    }

    @Test
    void aRowThatIsTooLargeIsNoErrorOfConnections() {
        run("postgresql", "drop table if exists bulky", "create table bulky (id int primary key, v text)", "insert into bulky values (1, repeat('x', 500000))");
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"bulky\"}")).contains("bytes");
    }
}
