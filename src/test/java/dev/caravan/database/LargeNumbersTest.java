package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number of up to 1,000 digits comes back as it was stored, or is refused where a database can't keep it; none becomes another. */
@Tag("full")
class LargeNumbersTest extends DatabaseTest {

    private static final String THOUSAND = "1234567890".repeat(100);

    @BeforeAll
    void tables() {
        run("postgresql", "drop table if exists large_numbers", "create table large_numbers (id int primary key, n numeric, j jsonb)");
        run("mysql", "drop table if exists large_numbers", "create table large_numbers (id int primary key, n decimal(65,30))");
        STORES.get("mongodb").create("large_numbers", TestStore.columns("id INTEGER"));
        run("sqlite", "drop table if exists large_numbers", "create table large_numbers (id integer primary key, n numeric)");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"1234567890123456789012345678901234567890", "0.1", "100.00", "-1e-1000", "1e999", "THOUSAND", "0.THOUSAND",
        "-THOUSAND"})
    void postgresqlReturnsTheSameNumber(String number) {
        String n = number.replace("0.THOUSAND", "0." + THOUSAND.substring(1)).replace("THOUSAND", THOUSAND);
        done("delete", "postgresql", "{\"table\":\"large_numbers\",\"filters\":{\"id\":1}}");

        done("insert", "postgresql", "{\"table\":\"large_numbers\",\"data\":{\"id\":1,\"n\":" + n + ",\"j\":{\"n\":" + n + "}}}");

        JsonNode row = done("query", "postgresql", "{\"table\":\"large_numbers\",\"filters\":{\"n\":" + n + "}}").at("/data/0");
        assertThat(row.get("n").decimalValue()).isEqualByComparingTo(new BigDecimal(n));
        assertThat(row.at("/j/n").decimalValue()).isEqualByComparingTo(new BigDecimal(n));
    }

    /** What is stored otherwise may have more digits than a request. */
    @Test
    void fullRangeOfPostgresqlIsRead() {
        run("postgresql", "delete from large_numbers", "insert into large_numbers values (2, 7 * 10::numeric ^ 131070, null)",
                "insert into large_numbers values (3, ('0.' || repeat('3', 16383))::numeric, null)");

        assertThat(row(2)).contains("\"n\":7" + "0".repeat(131_070) + ",");
        assertThat(row(3)).contains("\"n\":0." + "3".repeat(16_383) + ",");
    }

    /** As text: readers of JSON have limits of their own. */
    private String row(int id) {
        return client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"db_query_postgresql\","
                        + "\"arguments\":{\"table\":\"large_numbers\",\"filters\":{\"id\":"
                + id + "}}}}").body();
    }

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource({"mysql, 12345678901234567890123456789012345.012345678901234567890123456789, true", "mysql, 1e40, false",
        "mysql, THOUSAND, false",
        "sqlite, 9223372036854775807, true", "sqlite, 0.1, true", "sqlite, 1e300, true", "sqlite, 1e-400, false", "sqlite, THOUSAND, false",
        "mongodb, 1234567890123456789012345678901234, true", "mongodb, THOUSAND, false",
        "redis, THOUSAND, true", "redis, 1e1000, true"})
    void otherDatabasesReturnTheSameNumberOrRefuseIt(String database, String number, boolean kept) {
        String n = number.replace("THOUSAND", THOUSAND);
        call("delete", database, "{\"table\":\"large_numbers\",\"filters\":{\"id\":1}}");

        JsonNode inserted = call("insert", database, "{\"table\":\"large_numbers\",\"data\":{\"id\":1,\"n\":" + n + "}}");

        assertThat(inserted.get("success").asBoolean()).as(inserted.toString()).isEqualTo(kept);
        if (kept) {
            JsonNode row = done("query", database, "{\"table\":\"large_numbers\",\"filters\":{\"id\":1}}").at("/data/0");
            assertThat(row.get("n").decimalValue()).as(row.toString()).isEqualByComparingTo(new BigDecimal(n));
        } else {
            assertThat(inserted.at("/error/type").asText()).isIn("query_error", "validation_error", "constraint_error");
        }
    }
}
