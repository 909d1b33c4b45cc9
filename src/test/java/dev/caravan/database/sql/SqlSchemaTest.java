package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every statement runs in the schema that the settings name, also where a schema of the search path has a table of the same name. */
@Tag("nightly")
class SqlSchemaTest {

    @Test
    void transactionsRunInTheSchema() {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        SqlTestStore.POSTGRESQL.run("drop schema if exists apart cascade", "create schema apart", "drop table if exists public.schema_test",
                "create table public.schema_test (id int primary key, v varchar(20))",
                "create table apart.schema_test (id int primary key, v varchar(20))",
                "insert into public.schema_test values (1, 'outside')", "insert into apart.schema_test values (1, 'inside')");
        OwnGateway.Builder settings = OwnGateway.withAllRoutes().set("databases.apart.type", "postgresql").set("databases.apart.schema",
                "apart");
        for (String property : new String[] {"url", "username", "password"}) {
            settings.set("databases.apart." + property, server.getOrDefault("caravan.databases.postgresql." + property, ""));
        }
        try (OwnGateway gateway = settings.start()) {
            JsonNode done = answer(gateway, "advanced",
                    SqlAccountsTest.transaction("SELECT v FROM schema_test WHERE id = 1", "INSERT INTO schema_test VALUES (2, 'new')",
                            "UPDATE schema_test SET v = 'changed' WHERE id = 1", "DELETE FROM schema_test WHERE id = 2",
                            "SELECT v FROM schema_test WHERE id = 1"));
            assertThat(done.at("/results/0/data/0/v").asText()).as(done.toString()).isEqualTo("inside");
            assertThat(done.at("/results/4/data/0/v").asText()).as(done.toString()).isEqualTo("changed");
            assertThat(answer(gateway, "query", "{\"table\":\"schema_test\"}").at("/data/0/v").asText()).isEqualTo("changed");
            assertThat(answer(gateway, "advanced", SqlAccountsTest.transaction("SELECT v FROM public.schema_test")).get("success")
                    .booleanValue()).isFalse();
        }
        assertThat(SqlTestStore.POSTGRESQL.count("public.schema_test where v = 'outside'")).isEqualTo(1);
    }

    private static JsonNode answer(OwnGateway gateway, String verb, String arguments) {
        return gateway.client().call("db_" + verb + "_apart", McpClient.object(arguments)).result().get("structuredContent");
    }
}
