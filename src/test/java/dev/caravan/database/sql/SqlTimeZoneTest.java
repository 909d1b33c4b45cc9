package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Whatever the time zone of the machine, db_advanced answers the times that are stored, as db_query does. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlTimeZoneTest {

    /** There, this hour of the stored time does not exist. */
    private static final String ZONE = "America/New_York";
    private static final String ROW = "{\"id\":1,\"wall\":\"2026-03-08T02:30:00.678901\",\"moment\":\"2026-01-02T03:04:05.678901Z\"";

    private final TimeZone before = TimeZone.getDefault();
    private OwnGateway gateway;

    @BeforeAll
    void start() {
        TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
        gateway = OwnGateway.withAllRoutes().servers(ServerKind.POSTGRESQL, ServerKind.MARIADB).start();
    }

    @AfterAll
    void stop() {
        TimeZone.setDefault(before);
        if (gateway != null) {
            gateway.close();
        }
    }

    @Test
    void timesOfPostgresqlAreShownAsStored() {
        SqlTestStore.POSTGRESQL.run("drop table if exists zoned",
                "create table zoned (id int primary key, wall timestamp, moment timestamptz, walls timestamp[], moments timestamptz[])",
                "insert into zoned values (1, '2026-03-08 02:30:00.678901', '2026-01-02 03:04:05.678901+00', '{{\"2026-01-02 03:04:00\","
                        + "null}}', '{\"2026-01-02 03:04:00+00\"}')");

        String row = ROW + ",\"walls\":[[\"2026-01-02T03:04:00\",null]],\"moments\":[\"2026-01-02T03:04:00Z\"]}";
        assertThat(advanced("postgresql", "SELECT id, wall, moment, walls, moments FROM zoned").toString()).isEqualTo("[" + row + "]");
        assertThat(query("postgresql").toString()).startsWith("[" + ROW);
    }

    @Test
    void timesOfMysqlAreShownAsStored() {
        SqlTestStore.MYSQL.run("set time_zone = '+00:00'", "drop table if exists zoned",
                "create table zoned (id int primary key, wall datetime(6), moment timestamp(6) null)",
                "insert into zoned values (1, '2026-03-08 02:30:00.678901', '2026-01-02 03:04:05.678901')", "set time_zone = default");

        assertThat(advanced("mysql", "SELECT id, wall, moment FROM zoned").toString()).isEqualTo("[" + ROW + "}]");
        assertThat(query("mysql").toString()).isEqualTo("[" + ROW + "}]");
    }

    /** MariaDB answers the keys of inserted rows as they are stored. */
    @Test
    void timesInKeysAreShownAsStored() {
        SqlTestStore.POSTGRESQL.run("drop table if exists zoned_keys",
                "create table zoned_keys (t timestamp, z timestamptz, primary key (t, z))");
        SqlTestStore.MYSQL.run("drop table if exists zoned_keys", "create table zoned_keys (t datetime, z timestamp, primary key (t, z))");
        for (String database : new String[] {"postgresql", "mysql"}) {
            String key = "{\"t\":\"2026-03-08T02:30:00\",\"z\":\"2026-01-02T03:04:00Z\"}";
            assertThat(call("db_insert_" + database, "{\"table\":\"zoned_keys\",\"data\":" + key + "}").get("inserted_ids").toString())
                    .as(database).isEqualTo("[" + key + "]");
        }
    }

    private JsonNode query(String database) {
        return call("db_query_" + database, "{\"table\":\"zoned\"}").get("data");
    }

    private JsonNode advanced(String database, String query) {
        return call("db_advanced_" + database, "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"" + query + "\"}]}")
                .at("/results/0/data");
    }

    private JsonNode call(String tool, String arguments) {
        JsonNode answer = gateway.client().call(tool, object(arguments)).result().get("structuredContent");
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }
}
