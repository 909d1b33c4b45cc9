package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of one connection serves every call: none waits for a second connection while it holds the first. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneConnectionTest {

    private OwnGateway gateway;

    @BeforeAll
    void start() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().servers(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE);
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            builder.settings("databases." + database + ".pool-size=1", "databases." + database + ".connect-timeout=2s");
        }
        gateway = builder.start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void everyVerbNeedsOneConnection(String database) {
        SqlTestStore store = List.of(SqlTestStore.POSTGRESQL, SqlTestStore.MYSQL, SqlTestStore.SQLITE).stream()
                .filter(each -> each.name().equals(database)).findFirst().orElseThrow();
        store.run("drop table if exists alone", "create table alone (id int primary key, v int)");

        assertThat(failed("query", database, "{\"table\":\"alone_x\"}")).contains("alone");
        assertThat(failed("describe", database, "{\"table\":\"alone_x\"}")).contains("alone");
        assertThat(failed("insert", database, "{\"table\":\"alone\",\"data\":[{\"id\":1},{\"id\":2,\"w\":3}]}")).contains("w", "v");
        assertThat(failed("update", database, "{\"table\":\"alone\",\"filters\":{\"id\":1},\"data\":{\"w\":3}}")).contains("w", "v");
        assertThat(failed("advanced", database, "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"select w from alone\"}]}"))
                .contains("w");

        assertThat(call("insert", database, "{\"table\":\"alone\",\"data\":[{\"id\":1,\"v\":1},{\"id\":2,\"v\":2}]}")
                .get("inserted_count").intValue()).isEqualTo(2);
        assertThat(call("query", database, "{\"table\":\"alone\",\"limit\":1}").get("count").intValue()).isEqualTo(2);
        assertThat(call("describe", database, "{\"limit\":1000}").toString()).contains("\"alone\"");
    }

    private String failed(String verb, String database, String arguments) {
        JsonNode answer = call(verb, database, arguments);
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("query_error");
        return answer.at("/error/message").asText();
    }

    private JsonNode call(String verb, String database, String arguments) {
        return gateway.client().call("db_" + verb + "_" + database, object(arguments)).result().get("structuredContent");
    }
}
