package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database of 10,000 tables is described in pages. A call on one of its tables takes no longer than in a small database. */
@Tag("nightly")
class ManyTablesTest {

    private static final int TABLES = 10_000;

    @ParameterizedTest
    @EnumSource(value = ServerKind.class, names = {"POSTGRESQL", "MARIADB"})
    void tenThousandTablesAreUsable(ServerKind kind) throws Exception {
        SqlTestStore store = kind == ServerKind.MARIADB ? SqlTestStore.MYSQL : SqlTestStore.POSTGRESQL;
        boolean postgresql = kind == ServerKind.POSTGRESQL;
        String drop = postgresql ? "drop schema if exists many_tables cascade" : "drop database if exists many_tables";
        Map<String, String> server = store.server().properties();
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().set("databases.many.type", store.name())
                .settings("databases.many.statement-timeout=30s", "databases.many.connect-timeout=20s", "tools.timeout=60s");
        for (String property : new String[] {"url", "username", "password"}) {
            String value = server.getOrDefault("caravan.databases." + store.name() + "." + property, "");
            builder.set("databases.many." + property, postgresql ? value : value.replaceFirst("/[^/?]*(\\?|$)", "/many_tables$1"));
        }
        try {
            make(store, postgresql, drop);
            try (OwnGateway gateway = builder.set("databases.many.schema", "many_tables").start()) {
                ask(gateway);
            }
        } finally {
            dropParts(store, postgresql, drop);
        }
    }

    private static void make(SqlTestStore store, boolean postgresql, String drop) throws Exception {
        dropParts(store, postgresql, drop);
        store.run("create " + (postgresql ? "schema" : "database") + " many_tables");
        try (Connection connection = store.connection(); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(!postgresql);
            for (int i = 0; i < TABLES; i++) {
                statement.execute("create table many_tables.t%05d (id int, v int)".formatted(i) + (postgresql ? "" : " engine = myisam"));
                if (postgresql && i % 1_000 == 999) {
                    connection.commit(); // each table takes a lock
                }
            }
        }
        store.run("create table many_tables.keyed (id int primary key, v int)", "insert into many_tables.keyed values (1, 2)");
    }

    /** One statement that drops all tables would need more locks than PostgreSQL has. */
    private static void dropParts(SqlTestStore store, boolean postgresql, String drop) throws Exception {
        try (Connection connection = store.connection(); Statement statement = connection.createStatement()) {
            for (int i = 0; postgresql && i < TABLES; i += 1_000) {
                statement.execute("do $$ declare t text; begin for t in select relname from pg_class where relnamespace = "
                        + "to_regnamespace('many_tables') and relkind = 'r' limit 1000 loop execute 'drop table many_tables.' || t; "
                        + "end loop; end $$");
            }
            statement.execute(drop);
        }
    }

    private static void ask(OwnGateway gateway) {
        call(gateway, "describe", "{\"limit\":1000}"); // the first call loads classes
        long begin = System.nanoTime();
        JsonNode last = call(gateway, "describe", "{\"offset\":9990,\"limit\":1000}");
        assertThat(last.get("count").intValue()).isEqualTo(TABLES + 1);
        assertThat(last.get("tables")).hasSize(11);
        assertThat(call(gateway, "describe", "{\"search\":\"t04711\"}").at("/tables/0/table").asText()).isEqualTo("t04711");
        assertThat(millis(begin)).as("ms of two lists").isLessThan(20_000);

        call(gateway, "query", "{\"table\":\"keyed\",\"filters\":{\"id\":1}}");
        begin = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(call(gateway, "query", "{\"table\":\"keyed\",\"filters\":{\"id\":1}}").at("/data/0/v").intValue()).isEqualTo(2);
            assertThat(call(gateway, "query", "{\"table\":\"t%05d\"}".formatted(i * 499)).get("data")).isEmpty();
            assertThat(call(gateway, "insert", "{\"table\":\"t00001\",\"data\":{\"id\":1}}").get("inserted_count").intValue()).isEqualTo(1);
        }
        assertThat(millis(begin)).as("ms of 60 calls").isLessThan(15_000);
        begin = System.nanoTime();
        assertThat(call(gateway, "query", "{\"table\":\"t047111\"}").at("/error/message").asText()).contains("t04711")
                .hasSizeLessThan(2_000);
        assertThat(call(gateway, "advanced", "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"select v from keyed\"}]}")
                .at("/results/0/data/0/v").intValue()).isEqualTo(2);
        assertThat(millis(begin)).as("ms of a wrong name and a statement").isLessThan(10_000);
    }

    private static long millis(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    private static JsonNode call(OwnGateway gateway, String verb, String arguments) {
        return gateway.client().call("db_" + verb + "_many", object(arguments)).result().get("structuredContent");
    }
}
