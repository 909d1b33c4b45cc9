package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.mcp.session.Session;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store of the first release, with a row in each table, has the same data after the migration to the newest version, and a gateway reads it. */
@Tag("full")
class StoreUpgradeTest {

    private static final String FIRST_RELEASE = "5";
    private static final String KEY = "cvn_of_the_first_release";
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Map<String, String> SERVER = SharedServers.get(ServerKind.POSTGRESQL).properties();
    private static final String USER = SERVER.get("caravan.store.username");
    private static final String URL = SERVER.get("caravan.store.url").replaceFirst("/\\w+$", "/store_of_first_release");
    private static Store store;
    private static Map<String, List<String>> before;
    private static List<String> lost;
    private static OwnGateway gateway;
    private static RestClient rest;

    @BeforeAll
    static void migrate() throws Exception {
        execute(SERVER.get("caravan.store.url"), "drop database if exists store_of_first_release with (force)");
        execute(SERVER.get("caravan.store.url"), "create database store_of_first_release");
        store = new Store(new StoreProperties(URL, USER, USER, 8, Duration.ofSeconds(5), Duration.ofSeconds(12), ""), new SimpleMeterRegistry(), SqlSpans.none());
        Flyway.configure().dataSource(store.source()).table("caravan_schema_history").target(FIRST_RELEASE).load().migrate();
        execute(URL, Files.readString(Path.of("src/test/resources/store/first-release.sql")).replace("{KEY}", KEY).replace("{KEY_HASH}", OwnGateway.sha256(KEY)).replace("{SECRET}", SECRET));
        before = rows();
        new StoreMigration(store).prepare();
        lost = before.entrySet().stream().flatMap(table -> table.getValue().stream().filter(row -> !isThere(table.getKey(), row)).map(row -> table.getKey() + " " + row)).toList();
    }

    @AfterAll
    static void stop() {
        store.destroy();
        if (gateway != null) {
            gateway.close();
        }
    }

    @Test
    void everyRowOfEveryTableHasItsData() {
        assertThat(before).hasSize(12).allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());
        assertThat(lost).isEmpty();
    }

    @Test
    void contextsToolsInstancesAndIndexTasksAreServed() {
        JsonNode table = rest().get("/api/v1/tables/7").data();
        assertThat(table.at("/data/orders/0/title").textValue()).isEqualTo("茶");
        assertThat(table.get("description").textValue()).isEqualTo("of May");
        JsonNode tool = rest().get("/api/v1/tools/8").data();
        assertThat(tool.get("alias").textValue()).isEqualTo("all orders");
        assertThat(tool.at("/metadata/a").intValue()).isEqualTo(1);
        assertThat(rest().get("/api/v1/tools/9/search-index").data().get("chunks_count").intValue()).isEqualTo(6);
        assertThat(rest().get("/api/v1/mcp/" + KEY).data().get("name").textValue()).isEqualTo("shop");

        JsonNode envelope = McpClient.ofInstance(gateway().port(), KEY).envelope("orders", McpClient.object("{}"));
        assertThat(envelope.get("data").toString()).contains("茶");
    }

    @Test
    void tasksSessionsAndTheSecretAreRead() throws Exception {
        JsonNode task = gateway().client().modern("tasks/get", McpClient.object("{\"taskId\":\"task-1\"}"), McpClient.object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"),
                "Result", "X-User-Id", "u").result();
        assertThat(task.get("status").textValue()).isEqualTo("completed");
        assertThat(task.at("/result/content/0/text").textValue()).isEqualTo("fifty");

        Session session = new Session("ended-session", Revision.V2025_11_25, ClientCapabilities.NONE, "u", Instant.now().plusSeconds(60));
        SessionStore sessions = gateway().bean(SessionStore.class);
        assertThat(sessions.isEnded(session)).isTrue();
        assertThat(sessions.level(session)).isEqualTo(LogLevel.ERROR);

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update(new byte[] {0, 0, 0, 1, 'p', 0, 0, 0, 1, 't'});
        assertThat(gateway().bean(HmacSigner.class).mark("p", "t")).isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal()));
    }

    /** Whether a row has all these values, maybe among others. */
    private static boolean isThere(String table, String row) {
        return store.<Integer>run(jdbc -> jdbc.sql("select count(*) from " + table + " t where to_jsonb(t) @> cast(? as jsonb)").param(row).query(Integer.class).single()) == 1;
    }

    private static OwnGateway gateway() {
        if (gateway == null) {
            gateway = OwnGateway.withAllRoutes().set("store.url", URL).set("store.username", USER).set("store.password", USER).start();
            rest = new RestClient(gateway.port(), "u");
            await().until(() -> rest.get("/api/v1/tables").status() == 200);
        }
        return gateway;
    }

    private static RestClient rest() {
        gateway();
        return rest;
    }

    /** Returns the rows of each table as JSON. */
    private static Map<String, List<String>> rows() {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String table : store.<List<String>>run(jdbc -> jdbc.sql("select table_name from information_schema.tables where table_schema = 'public' "
                + "and table_name <> 'caravan_schema_history'").query(String.class).list())) {
            rows.put(table, store.<List<String>>run(jdbc -> jdbc.sql("select cast(to_jsonb(t) as text) from " + table + " t").query(String.class).list()));
        }
        return rows;
    }

    private static void execute(String url, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, USER, USER); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
