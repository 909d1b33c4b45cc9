package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that is larger than an answer reaches its caller by a link. A row above {@code max-read} is refused with what to do. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeRowsTest extends DatabaseTest {

    private static final String REVISION = "2025-11-25";
    private static final List<Integer> SIZES = List.of(210_000, 900_000, 1_500_000, 3_000_000);
    private static final int MAX_READ = 1 << 20;

    private OwnGateway roomy;

    static List<String> databases() {
        return List.copyOf(STORES.keySet());
    }

    @BeforeAll
    void fill() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes();
        List<ServerKind> kinds = new ArrayList<>(List.of(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE, ServerKind.MONGO,
                ServerKind.REDIS, ServerKind.OPENSEARCH));
        if (ServerKind.POSTGREST.isInstalled()) {
            kinds.add(ServerKind.POSTGREST);
        }
        builder.servers(kinds.toArray(ServerKind[]::new));
        for (String database : databases()) {
            builder.set("databases." + database + ".max-read", "16MB");
            STORES.get(database).create("large_rows", TestStore.columns("id INTEGER, j JSON"));
            for (int size : SIZES) {
                done("insert", database, "{\"table\":\"large_rows\",\"data\":{\"id\":" + size + ",\"j\":{\"a\":\"" + text(size) + "\"}}}");
            }
        }
        roomy = builder.start();
    }

    @AfterAll
    void stop() {
        if (roomy != null) {
            roomy.close();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aRowLargerThanAnAnswerIsReadByItsLink(String database) {
        for (int size : SIZES) {
            JsonNode answer = query(client, database, size);
            if (size > MAX_READ) {
                assertThat(answer.at("/structuredContent/error/type").asText()).as(database + size).isEqualTo("query_error");
                assertThat(answer.at("/structuredContent/error/message").asText()).as(database + size).contains("1024 KB",
                        "max-read");
                assertThat(answer.toString()).hasSizeLessThan(2_000);
            } else {
                assertLinked(client, answer, database, size);
            }
            if (size <= MAX_READ || !database.equals("redis")) { // Redis reads a record as a whole
                assertThat(done("query", database, "{\"table\":\"large_rows\",\"filters\":{\"id\":" + size + "},\"columns\":[\"id\"]}")
                        .at("/data/0/id").intValue()).as("without the large value").isEqualTo(size);
            }
        }
    }

    /** The largest row of SQLite is 4 MB, of a request too. */
    @ParameterizedTest
    @MethodSource("databases")
    void aLargerMaxReadTakesLargerRows(String database) {
        for (int size : SIZES) {
            assertLinked(roomy.client(), query(roomy.client(), database, size), database, size);
        }
    }

    /** A client of a revision without links gets the refusal, and nothing else. */
    @ParameterizedTest
    @MethodSource("databases")
    void withoutLinksALargeRowIsRefused(String database) {
        assertThat(failed("query_error", "query", database, "{\"table\":\"large_rows\",\"filters\":{\"id\":900000}}"))
                .contains("bytes of JSON");
    }

    private static void assertLinked(McpClient caller, JsonNode answer, String database, int size) {
        JsonNode page = answer.get("structuredContent");
        String shown = database + " " + size + ": " + page.toString().substring(0, Math.min(600, page.toString().length()));
        assertThat(page.get("success").booleanValue()).as(shown).isTrue();
        assertThat(page.get("data")).as(shown).isEmpty();
        assertThat(page.get("truncated").booleanValue()).as(shown).isTrue();
        assertThat(page.get("total").intValue()).as(shown).isEqualTo(1);
        String link = answer.at("/content/1/uri").asText();
        assertThat(page.get("result").asText()).as(shown).isEqualTo(link);
        assertThat(read(caller, link + "?query=" + encoded("length(data[0].j.a)")).get("data").intValue()).as(shown).isEqualTo(size);
        if (size == SIZES.get(0)) {
            StringBuilder whole = new StringBuilder();
            for (String next = link; next != null; ) {
                JsonNode part = read(caller, next);
                whole.append(part.get("text").asText());
                next = part.path("next").textValue();
            }
            JsonNode row = object("{\"data\":" + whole + "}").at("/data/0");
            assertThat(row.get("id").intValue()).as(shown).isEqualTo(size);
            assertThat(row.at("/j/a").asText()).as(shown).isEqualTo(text(size));
        }
    }

    private static JsonNode query(McpClient caller, String database, int size) {
        return caller.call("db_query_" + database, object("{\"table\":\"large_rows\",\"filters\":{\"id\":" + size + "}}"),
                "MCP-Protocol-Version", REVISION).result();
    }

    private static JsonNode read(McpClient caller, String uri) {
        return object(caller.post(McpClient.request("resources/read", McpClient.JSON.createObjectNode().put("uri", uri)).toString(),
                "MCP-Protocol-Version", REVISION).result().at("/contents/0/text").asText());
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String text(int size) {
        return "abcdefghij".repeat(size / 10);
    }
}
