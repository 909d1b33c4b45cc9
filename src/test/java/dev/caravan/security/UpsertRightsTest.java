package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An insert with {@code on} changes rows only for callers who may use the update tool too. */
@Tag("full")
class UpsertRightsTest {

    private static final String ALL = "kAll-3b1f0c9ad7e24c61";
    private static final String ADDS = "kAdds-5d0b7a60f3c04a2f";

    @Test
    void whoMayOnlyInsertChangesNothing() throws Exception {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-upsert-rights"));
        Path update = routes.resolve("tools/databases/db_update.camel.yaml");
        Files.writeString(update, Files.readString(update).replace("tags: \"{{tags}}\"", "tags: changes"));
        String url = "jdbc:sqlite:" + TemporaryFolder.make("caravan-upsert-rights").resolve("small.db");
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("create table t (id integer primary key, n int)");
        }
        try (OwnGateway gateway = OwnGateway.withRoutes(routes).settings("databases.small.type=sqlite", "databases.small.url=" + url)
                .apiKey("all", ALL, "tools:read,tools:call").apiKey("adds", ADDS, "tools:read,tools:call")
                .set("security.keys[1].tags", "databases").start()) {
            SecuredClient client = new SecuredClient(gateway.url());
            assertThat(insert(client, ADDS, "").get("inserted_count").intValue()).isEqualTo(1);

            assertThat(insert(client, ADDS, ",\"on\":[\"id\"]").at("/error").toString())
                    .isEqualTo(
                            "{\"type\":\"permission_error\",\"message\":\"This call also needs the tool db_update_small, which you may "
                                    + "not call\"}");
            assertThat(insert(client, ADDS, ",\"on\":[\"id\"],\"update\":[\"n\"]").at("/error/type").asText())
                    .isEqualTo("permission_error");
            assertThat(insert(client, ADDS, ",\"on\":[\"id\"],\"update\":\"nothing\"").get("skipped_count").intValue()).isEqualTo(1);
            assertThat(insert(client, ALL, ",\"on\":[\"id\"]").get("updated_count").intValue()).isEqualTo(1);
        }
    }

    private static JsonNode insert(SecuredClient client, String key, String more) {
        JsonNode answer = client
                .rpc("tools/call", "{\"name\":\"db_insert_small\",\"arguments\":{\"table\":\"t\",\"data\":{\"id\":1,\"n\":2}" + more + "}}",
                "Authorization", "Bearer " + key).json();
        return answer.at("/result/structuredContent");
    }
}
