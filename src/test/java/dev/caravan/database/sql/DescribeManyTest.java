package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A database with 5,000 tables, and a table with 1,000 columns, are described in pages and in little time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
class DescribeManyTest {

    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        String url = "jdbc:sqlite:" + TemporaryFolder.make("caravan-many-tables").resolve("many.db");
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 5_000; i++) {
                statement.execute("create table \"表 %s \"\"quoted\"\"\" (id integer primary key)".formatted(String.format("%04d", i)));
            }
            statement.execute("create table wide ("
                    + IntStream.range(0, 1_000).mapToObj(i -> "\"столбец " + i + "\" text").collect(Collectors.joining(", ")) + ")");
            connection.commit();
        }
        gateway = OwnGateway.withRoutes(Path.of("routes")).settings("databases.sqlite.url=" + url, "databases.sqlite.connect-timeout=20s",
                "databases.sqlite.statement-timeout=30s", "tools.timeout=60s").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void tablesArePaged() {
        describe("{}"); // the first calls load classes
        describe("{\"offset\":4990,\"limit\":1000}");
        long begin = System.nanoTime();
        JsonNode first = describe("{}");
        JsonNode last = describe("{\"offset\":4990,\"limit\":1000}");
        long millis = (System.nanoTime() - begin) / 1_000_000;

        assertThat(first.get("tables")).hasSize(100);
        assertThat(first.get("count").intValue()).isEqualTo(5_001);
        assertThat(first.get("has_more").booleanValue()).isTrue();
        assertThat(last.get("tables")).hasSize(11);
        assertThat(last.get("has_more").booleanValue()).isFalse();
        assertThat(describe("{\"search\":\"4999\"}").at("/tables/0/table").asText()).isEqualTo("表 4999 \"quoted\"");
        assertThat(describe("{\"limit\":1001}").at("/error/message").asText()).isEqualTo("limit must be at most 1000");
        assertThat(millis).isLessThan(5_000);
    }

    @Test
    void columnsArePaged() {
        JsonNode page = describe("{\"table\":\"wide\",\"offset\":950}");

        assertThat(page.get("columns")).hasSize(50);
        assertThat(page.get("count").intValue()).isEqualTo(1_000);
        assertThat(page.at("/columns/49/name").asText()).isEqualTo("столбец 999");
        assertThat(describe("{\"table\":\"表 0007 \\\"quoted\\\"\"}").at("/columns/0/name").asText()).isEqualTo("id");
        assertThat(describe("{\"table\":\"表 0007\"}").at("/error/message").asText())
                .startsWith("sqlite has no table 表 0007; there are: 表 0007 \"quoted\"");
    }

    private JsonNode describe(String arguments) {
        return gateway.client().call("db_describe_sqlite", object(arguments)).result().get("structuredContent");
    }
}
