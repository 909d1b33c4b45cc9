package dev.caravan.search;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** Whole gateways on a store of their own for each test, and a search tool in it; shared by the classes that extend it. */
abstract class OwnStoreTest {

    final String store = store();

    /** A database with the gateway's tables, which a gateway made; stores are copies of it. */
    private static final class Template {

        private static final String NAME = made("store_template");

        private static String made(String name) {
            execute(settingOfPostgresql("url"), "create database " + name);
            int port = FreePorts.pick();
            try (OwnGateway gateway = OwnGateway.withAllRoutes().port(port).set("store.url", url(name))
                    .set("store.username", settingOfPostgresql("username"))
                    .set("store.password", settingOfPostgresql("password")).start()) {
                untilItServes(new RestClient(port, "u"));
            }
            return name;
        }
    }

    /** Makes a store of its own. */
    static String store() {
        String name = "store_" + UUID.randomUUID().toString().replace("-", "");
        execute(settingOfPostgresql("url"), "create database " + name + " template " + Template.NAME);
        // chunks() knows a context by its number
        numberContextsFrom(url(name), ThreadLocalRandom.current().nextLong(1_000_000, 1_000_000_000));
        return url(name);
    }

    static void numberContextsFrom(String store, long number) {
        execute(store, "alter table context_table alter column id restart with " + number);
    }

    private static String settingOfPostgresql(String name) {
        return SharedServers.get(ServerKind.POSTGRESQL).properties().get("caravan.store." + name);
    }

    private static String url(String database) {
        return settingOfPostgresql("url").replaceFirst("/\\w+$", "/" + database);
    }

    static void execute(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url, settingOfPostgresql("username"), settingOfPostgresql("password"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param more whole assignments, as {@code caravan.index.lease=1h} */
    final Map<String, String> settings(String... more) {
        Map<String, String> settings = new TreeMap<>(
                Map.of("caravan.store.url", store, "caravan.store.username", settingOfPostgresql("username"),
                        "caravan.store.password", settingOfPostgresql("password"), "caravan.neo4j.uri",
                        SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"),
                "caravan.mongodb.uri", SharedServers.get(ServerKind.MONGO).properties().get("caravan.mongodb.uri"),
                "caravan.index.lease", "3s", "caravan.search.lease", "3s"));
        for (String setting : more) {
            settings.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return settings;
    }

    final OwnGateway gateway(int port, String... more) {
        return OwnGateway.withAllRoutes().port(port).properties(settings(more)).start();
    }

    static void untilItServes(RestClient rest) {
        await().until(() -> rest.get("/api/v1/tables").status() == 200);
    }

    static JsonNode failed(RestClient rest, long tool) {
        return await().atMost(Duration.ofSeconds(90)).until(() -> index(rest, tool),
                index -> index.get("status").textValue().equals("error"));
    }

    static JsonNode index(RestClient rest, long tool) {
        return rest.get("/api/v1/tools/" + tool + "/search-index").data();
    }

    static long search(RestClient rest, String data) {
        long table = rest.post("/api/v1/tables", "{\"name\":\"texts\",\"data\":" + data + "}").data().get("id").longValue();
        return rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find\"}").data().get("id").longValue();
    }

    /** How the name of the collection ends that a tool searches. */
    static String collection(RestClient rest, long tool) {
        return ":table:" + rest.get("/api/v1/tools/" + tool).data().get("table_id");
    }

    static String texts(int count) {
        StringBuilder texts = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            texts.append(i == 0 ? "\"" : ",\"");
            for (int word = 0; word < 600; word++) {
                texts.append(Integer.toString((i * 7919 + word * 104729) % 46_656, 36)).append(' ');
            }
            texts.append("\"");
        }
        return texts.append("]").toString();
    }

    static List<String> chunks(String collection) {
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"));
                var session = driver.session()) {
            return session
                    .run("MATCH (c:CaravanChunk) WHERE c.collection ENDS WITH $collection RETURN c.pointer + ' ' + c.chunkIndex AS chunk",
                            Map.of("collection", collection))
                    .list(found -> found.get("chunk").asString());
        }
    }
}
