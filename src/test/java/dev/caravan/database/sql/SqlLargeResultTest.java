package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that was committed answers success even if what it read is too large to answer. */
@Tag("nightly")
class SqlLargeResultTest extends SqlAccountsTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void committedTransactionShortensItsRows(String database) {
        run(database, "drop table if exists bulky",
                "create table bulky (id int primary key, v " + (database.equals("mysql") ? "longtext" : "text") + ")",
                "insert into bulky values (1, '" + "x".repeat(500_000) + "')");
        JsonNode answer = done("advanced", database,
                transaction("SELECT v FROM bulky WHERE id = 1", "UPDATE accounts SET balance = 7 WHERE id = 1"));
        assertThat(answer.get("truncated").booleanValue()).isTrue();
        assertThat(answer.at("/results/0").toString()).isEqualTo("{\"data\":[],\"count\":0,\"truncated\":true}");
        assertThat(answer.at("/results/1").toString()).isEqualTo("{\"affected_rows\":1}");
        assertThat(done("query", database, "{\"table\":\"accounts\",\"filters\":{\"id\":1}}").at("/data/0/balance").doubleValue())
                .isEqualTo(7);
    }

    @Test
    void tooLargeRowIsNoConnectionError() {
        run("postgresql", "drop table if exists bulky", "create table bulky (id int primary key, v text)",
                "insert into bulky values (1, repeat('x', 500000))");
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"bulky\"}")).contains("bytes");
    }

    /** The driver reads the first, and refuses the others before it reads them. */
    @ParameterizedTest
    @ValueSource(strings = {"repeat('x', 2000000) AS a", "repeat('x', 12000000) AS a",
        "repeat('x', 16000000) AS a, repeat('x', 16000000) AS b"})
    void largeRowOfMySqlIsAnError(String columns) {
        assertThat(failed("query_error", "advanced", "mysql", transaction("SELECT " + columns + " FROM accounts WHERE id = 1")))
                .contains("one row has more than");
        assertThat(total("mysql")).isEqualTo(10_000);
    }

    /** MySQL's driver has one limit for rows and for statements, where each quote becomes two characters. */
    @Test
    void mySqlTakesTheLargestRequest() {
        run("mysql", "drop table if exists bulky", "create table bulky (id int primary key, v longtext)");
        done("insert", "mysql", "{\"table\":\"bulky\",\"data\":{\"id\":1,\"v\":\"" + "'".repeat(4_190_000) + "\"}}");
        assertThat(done("advanced", "mysql", transaction("SELECT char_length(v) AS n FROM bulky")).at("/results/0/data/0/n").intValue())
                .isEqualTo(4_190_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void rowsAreReadUpToALimit(String database) {
        bulky(database, 60);
        JsonNode page = done("query", database, "{\"table\":\"bulky\",\"order_by\":[\"id\"],\"limit\":60}");
        assertThat(page.at("/data/0/id").intValue()).isEqualTo(1);
        assertThat(page.get("count").intValue()).isEqualTo(60);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        assertThat(page.get("truncated").booleanValue()).isTrue();

        JsonNode results = done("advanced", database, transaction("SELECT id FROM bulky ORDER BY id", "SELECT * FROM bulky ORDER BY id",
                "SELECT * FROM bulky ORDER BY id", "SELECT id FROM bulky ORDER BY id"));
        assertThat(results.at("/results/0/count").intValue()).isEqualTo(60);
        assertThat(results.at("/results/1/truncated").booleanValue()).isTrue();
        assertThat(results.at("/results/2").toString()).as("the limit is of all statements together")
                .isEqualTo("{\"data\":[],\"count\":0,\"truncated\":true}");
        assertThat(done("query", database, "{\"table\":\"bulky\",\"columns\":[\"id\"],\"limit\":100}").get("data")).hasSize(60);
    }

    /** Of PostgreSQL: its driver would hold all of them before the first is read. */
    @Test
    void pageLargerThanTheDriverBufferIsReadInParts() {
        bulky("postgresql", 60);
        assertThat(done("query", "postgresql", "{\"table\":\"bulky\",\"order_by\":[\"-id\"],\"limit\":60}").at("/data/0/id").intValue())
                .isEqualTo(60);
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"enormous\"}")).contains("one row has more than");
        assertThat(done("query", "postgresql", "{\"table\":\"enormous\",\"columns\":[\"id\"]}").at("/data/0/id").intValue()).isEqualTo(1);
    }

    @Test
    void tableDescriptionMayExceedTheDriverBuffer() {
        String columns = IntStream.range(0, 600).mapToObj(i -> "c" + i + " int").collect(Collectors.joining(","));
        run("postgresql", "drop table if exists commented", "create table commented (" + columns + ")",
                "insert into commented (c7) values (7)",
                "do $$ begin for i in 0..599 loop execute format('comment on column commented.c%s is %L', i, repeat('x', 5000)); end loop;"
                        + " end $$");
        assertThat(done("query", "postgresql", "{\"table\":\"commented\",\"columns\":[\"c7\"]}").at("/data/0/c7").intValue()).isEqualTo(7);
    }

    /** The request of the report: hundreds of megabytes, made by a function. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void hugeValueIsNotRead(String database) {
        JsonNode answer = call("advanced", database, transaction("SELECT repeat('x', 400000000) AS v FROM accounts WHERE id = 1"));
        if (database.equals("mysql")) { // its own limit, max_allowed_packet, makes it null
            assertThat(answer.at("/results/0/data/0/v").isNull()).as(answer.toString()).isTrue();
        } else {
            assertThat(answer.at("/error/type").asText()).as(answer.toString()).isIn("query_error", "timeout_error");
        }
        assertThat(total(database)).isEqualTo(10_000);
    }

    private static void bulky(String database, int rows) {
        String text = database.equals("mysql") ? "longtext" : "text";
        run(database, "drop table if exists bulky", "drop table if exists enormous",
                "create table bulky (id int primary key, v " + text + ")", "create table enormous (id int primary key, v " + text + ")");
        for (int i = 1; i <= rows; i++) {
            run(database, "insert into bulky values (" + i + ", '" + "x".repeat(100_000) + "')");
        }
        if (database.equals("postgresql")) {
            run(database, "insert into enormous values (1, repeat('x', 30000000))");
        }
    }
}
