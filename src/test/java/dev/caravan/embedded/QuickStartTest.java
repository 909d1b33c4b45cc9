package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class QuickStartTest {

    /** Databases with samples, except the SQL databases. */
    private static final List<String> OTHERS = List.of("mongodb", "redis", "opensearch");

    /** What a gateway calls the databases of each server. */
    private static final Map<String, List<String>> DATABASES = Map.of("mongo", List.of("mongodb"), "redis", List.of("redis"), "opensearch",
            List.of("opensearch"),
            "sqlite", List.of("sqlite"), "postgrest", List.of("postgresql", "supabase"));

    private final TestPlace place = new TestPlace("quick");

    @Test
    void applicationStartsAfterItsServersAndStopsBeforeThem() throws Exception {
        try (ChildJvm child = quickStart("mongo,redis,medical").untilItPrints("Try       curl -s http://127.0.0.1:")) {
            assertThat(child.printed()).containsSubsequence("Caravan is ready", "\nPage      http://127.0.0.1:",
                    "\nMCP       http://127.0.0.1:", "/mcp\nSecurity  mode none\nTools     ")
                    .doesNotContain("Routes file applied", "WARN ");
            assertThat(child.printed()).containsSubsequence("redis://127.0.0.1:", "Caravan is ready");
            assertThat(child.printed()).contains("mongodb://127.0.0.1:").doesNotContain("jdbc:");
            assertThat(processes()).hasSize(1);
            String medical = child.printed().replaceFirst("(?s).*\nmedical +(http://127.0.0.1:\\d+) .*", "$1/diseases/disease_000001");
            assertThat(McpClient.JSON.readTree(URI.create(medical).toURL()).get("name_en").asText()).isEqualTo("Hypertension");

            child.terminate();

            assertThat(child.printed()).contains("shutdown in").doesNotContain("Exception in thread");
        }
        assertThat(processes()).isEmpty();
    }

    @Test
    void unknownServerIsOneErrorSentence() throws Exception {
        try (ChildJvm child = quickStart("oracle").untilItPrints("Quick start failed: Unknown embedded server 'oracle'")) {
            assertThat(child.process().waitFor()).isEqualTo(1);
        }
    }

    @Test
    void supabaseHasTheSampleOfPostgresql() throws Exception {
        Needs.installed(ServerKind.POSTGREST.isInstalled(), "npm ci --prefix src/test/postgrest");
        int port = FreePorts.pick();
        try (ChildJvm child = quickStart("postgrest", port).untilItPrints("Caravan is ready")) {
            String query = "{\"table\":\"users\",\"filters\":{\"status\":\"active\",\"age__gte\":75},\"order_by\":[\"-age\",\"id\"],"
                    + "\"limit\":2}";
            await().untilAsserted(() -> assertThat(database(port, "db_query_supabase", query).toString()).contains("\"success\":true"));
            assertThat(database(port, "db_query_supabase", query).toString().replace("+00:00\"", "Z\"")).as("times are as PostgREST's")
                    .isEqualTo(database(port, "db_query_postgresql", query).toString());
            assertThat(database(port, "db_query_supabase", "{\"table\":\"orders\"}").get("count").intValue()).isEqualTo(5_000);
            String inserted = "{\"table\":\"users\",\"data\":{\"name\":\"新\",\"email\":\"new%s@example.com\",\"status\":\"active\"}}"
                    .formatted(port);
            assertThat(database(port, "db_insert_supabase", inserted).at("/inserted_ids/0").intValue()).isGreaterThan(1_000);
            child.terminate();
        }
        assertThat(processes()).isEmpty();
    }

    @Test
    void eachDatabaseHasTheSampleOnceAndKeepsWrites() throws Exception {
        place.servers().wiped().close();
        int port = FreePorts.pick();
        JsonNode inserted;
        String id;
        try (ChildJvm child = quickStart("mongo,redis,opensearch,sqlite", port).untilItPrints("Caravan is ready")) {
            for (String database : OTHERS) {
                for (String query : List.of(
                        "{\"table\":\"users\",\"columns\":[\"id\",\"name\",\"email\",\"status\",\"age\",\"created_at\"],"
                                + "\"order_by\":[\"-age\",\"id\"],\"limit\":20,\"offset\":500}",
                        "{\"table\":\"orders\",\"columns\":[\"id\",\"user_id\",\"amount\",\"status\",\"created_at\"],"
                                + "\"filters\":{\"status\":\"paid\",\"amount__gt\":5000},\"order_by\":[\"id\"]}")) {
                    JsonNode found = database(port, "db_query_" + database, query);
                    assertThat(found.get("data")).as(database).isNotEmpty();
                    assertThat(byValue(found)).as(database).isEqualTo(byValue(database(port, "db_query_sqlite", query)));
                }
                assertThat(database(port, "db_query_" + database, "{\"table\":\"users\"}").get("count").intValue()).isEqualTo(1_000);
                assertThat(database(port, "db_query_" + database, "{\"table\":\"orders\"}").get("count").intValue()).isEqualTo(5_000);
                assertThat(database(port, "db_delete_" + database, "{\"table\":\"users\",\"filters\":{\"id__lte\":10}}")
                        .get("deleted_count").intValue()).isEqualTo(10);
            }
            String people = "{\"table\":\"users\",\"data\":[{\"name\":\"Ada\",\"email\":\"ada@example.com\",\"status\":\"active\"},"
                    + "{\"name\":\"Bo\",\"email\":\"bo@example.com\",\"status\":\"active\"}]}";
            assertThat(database(port, "db_insert_mongodb", people).at("/inserted_ids")).as("documents without id").hasSize(2);
            assertThat(database(port, "db_insert_sqlite", people).at("/inserted_ids")).hasSize(2);
            assertThat(database(port, "db_query_sqlite", "{\"table\":\"users\",\"filters\":{\"email\":\"ada@example.com\"}}")
                    .at("/data/0/created_at").textValue()).isNotEmpty();
            inserted = database(port, "db_insert_redis", "{\"table\":\"users\",\"data\":{}}");
            id = new McpClient(port).envelope("mongo_save_document", McpClient.object("{\"topic\":\"kept\",\"content\":\"c\"}"))
                    .at("/data/id").asText();
            child.terminate();
        }
        assertThat(inserted.at("/inserted_ids/0").asText()).as("Redis has no counter of ids").hasSize(36);
        try (ChildJvm child = quickStart("mongo,redis,opensearch,sqlite", port).untilItPrints("Caravan is ready")) {
            for (String database : OTHERS) {
                assertThat(database(port, "db_query_" + database, "{\"table\":\"users\",\"filters\":{\"id__lte\":1000}}").get("count")
                        .intValue()).as(database).isEqualTo(990);
            }
            JsonNode found = new McpClient(port).envelope("mongo_find_by_id", McpClient.object("{}").put("id", id));
            assertThat(found.at("/data/topic").asText()).isEqualTo("kept");
            child.terminate();
        }
    }

    /** Formats numbers by value: 5.50 is 5.5, and times as RFC 3339. SQLite shows the text that it stores. */
    private static String byValue(JsonNode answer) {
        return answer.toString().replaceAll("(\\.[0-9]*?)0+,\"", "$1,\"").replace(".,\"", ",\"")
                .replaceAll("\"([0-9-]{10}) ([0-9:]{8})\"", "\"$1T$2Z\"");
    }

    private static JsonNode database(int port, String tool, String arguments) {
        return new McpClient(port).call(tool, McpClient.object(arguments)).result().get("structuredContent");
    }

    private List<ProcessHandle> processes() throws Exception {
        Path data = place.data().toRealPath();
        return new Orphans(data.resolve("binaries"), data).find();
    }

    private ChildJvm quickStart(String servers) throws Exception {
        return quickStart(servers, FreePorts.pick());
    }

    private ChildJvm quickStart(String servers, int port) throws Exception {
        Map<String, String> settings = Patience.settings();
        for (String server : servers.split(",")) {
            DATABASES.getOrDefault(server, List.of())
                    .forEach(database -> settings.put("caravan.databases." + database + ".statement-timeout", "12s"));
        }
        settings.putAll(Map.of("server.port", "0", "caravan.http.port", "" + port, "logging.level.org.apache.camel.impl.engine", "info",
                "caravan.embedded.servers", servers, "caravan.embedded.data", "" + place.data()));
        return ChildJvm.run(QuickStart.class,
                settings.entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue()).toArray(String[]::new));
    }
}
