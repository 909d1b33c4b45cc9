package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator's old copies of the tools, of before limits were their parameters, work as they did. */
@Tag("full")
class OldToolFilesTest {

    @Test
    void oldToolFilesWorkWithTheirLimits() throws Exception {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-old-tools"));
        for (String file : new String[] {"db_query", "db_insert", "db_update", "db_delete", "db_advanced_sql"}) {
            Files.copy(Path.of("src/test/resources/database/tools/" + file + ".camel.yaml"), routes.resolve("tools/databases/" + file + ".camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        }
        String url = "jdbc:sqlite:" + TemporaryFolder.make("caravan-old-sqlite").resolve("old.db");
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("create table people (id integer primary key, name text)");
            statement.execute("with recursive n(i) as (select 1 union all select i + 1 from n where i < 150) insert into people select i, 'p' || i from n");
        }
        try (OwnGateway gateway = OwnGateway.withRoutes(routes).settings("databases.sqlite.url=" + url, "databases.sqlite.connect-timeout=20s", "tools.timeout=60s").start()) {
            assertThat(call(gateway, "query", "\"table\":\"people\"").get("data")).as("the default limit").hasSize(100);
            assertThat(call(gateway, "query", "\"table\":\"people\",\"limit\":1001").at("/error/message").asText()).isEqualTo("limit must be 1 to 1000, got 1001");
            assertThat(call(gateway, "query", "\"table\":\"people\",\"after\":\"\"").at("/error/message").asText()).contains("This tool does not know after");
            assertThat(call(gateway, "insert", "\"table\":\"people\",\"data\":[{\"name\":\"a\"},{\"name\":\"b\"}]").get("inserted_ids").toString()).isEqualTo("[151,152]");
            assertThat(call(gateway, "insert", "\"table\":\"people\",\"data\":{\"id\":1},\"on\":[\"id\"]").at("/error/message").asText()).contains("This tool does not know on");
            assertThat(call(gateway, "update", "\"table\":\"people\",\"data\":{\"name\":\"c\"},\"filters\":{\"id\":151}").get("updated_count").intValue()).isEqualTo(1);
            assertThat(call(gateway, "advanced", "\"operation\":\"transaction\",\"queries\":[{\"query\":\"SELECT name FROM people WHERE id = 151\"}]").at("/results/0/data/0/name").asText())
                    .isEqualTo("c");
            assertThat(call(gateway, "delete", "\"table\":\"people\",\"filters\":{\"id__gt\":150},\"dry_run\":true").at("/error/message").asText()).contains("Nothing was changed");
            assertThat(call(gateway, "delete", "\"table\":\"people\",\"filters\":{\"id__gt\":150}").get("deleted_count").intValue()).isEqualTo(2);
        }
    }

    private static JsonNode call(OwnGateway gateway, String verb, String arguments) {
        return gateway.client().call("db_" + verb + "_sqlite", object("{" + arguments + "}")).result().get("structuredContent");
    }
}
