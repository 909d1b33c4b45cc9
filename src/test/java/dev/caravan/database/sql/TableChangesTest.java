package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.StreamClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.call.client.LegacyClient;
import dev.caravan.mcp.ListChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that have subscribed to a table are told when its columns change, and when it is gone. */
@Tag("full")
class TableChangesTest {

    private static final String URI = "db:///sqlite/%E8%A1%A8";
    private static final String URL = "jdbc:sqlite:" + TemporaryFolder.make("caravan-changed-table").resolve("changed.db");
    private static OwnGateway gateway;

    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() throws Exception {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-changed-routes"));
        Path flows = routes.resolve("databases/describe.camel.yaml");
        Files.writeString(flows, Files.readString(flows).replaceAll("elay: 30000", "elay: 200"));
        gateway = OwnGateway.withRoutes(routes)
                .settings("databases.sqlite.url=" + URL, "databases.sqlite.connect-timeout=20s", "tools.timeout=60s").start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void subscribersHearOfAChange() throws Exception {
        run("create table \"表\" (id integer primary key)");
        gateway.bean(ListChanges.class).addListener(new ListChanges.Listener() {
            @Override
            public void changed(String topic, String list) {
            }

            @Override
            public void updated(String uri) {
                if (uri.equals(URI)) {
                    told.add(uri);
                }
            }

            @Override
            public void closed(String topic) {
            }
        });
        assertThat(read()).contains("\"name\":\"id\"").doesNotContain("note");
        LegacyClient.open(gateway.port(), "2025-11-25", "{}").request("resources/subscribe",
                McpClient.JSON.createObjectNode().put("uri", URI));
        run("insert into \"表\" values (1)");

        run("alter table \"表\" add column note text");
        await().until(() -> told.size() == 1);
        assertThat(told).containsExactly(URI);
        assertThat(read()).contains("\"name\":\"note\"");

        run("drop table \"表\"");
        await().until(() -> told.size() == 2);
        assertThat(told).containsExactly(URI, URI);
    }

    @Test
    void subscribersOfATableThatNobodyHasReadHearOfAChange() throws Exception {
        String old = "db:///sqlite/%E6%97%A7%20one";
        String modern = "db:///sqlite/modern";
        run("create table \"旧 one\" (id integer primary key)");
        run("create table modern (id integer primary key)");
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        assertThat(legacy.request("resources/subscribe", McpClient.JSON.createObjectNode().put("uri", old)).result()).isEmpty();
        try (StreamClient of2025 = legacy.listen(null);
                StreamClient of2026 = StreamClient.listen(gateway.port(), "/mcp", "{\"resourceSubscriptions\":[\"" + modern + "\"]}")) {
            assertThat(of2026.next()).contains("\"resourceSubscriptions\":[\"" + modern + "\"]");

            hearsOfNewColumns(of2025, "\"旧 one\"", old);
            hearsOfNewColumns(of2026, "modern", modern);
        }
    }

    /** The gateway looks at the table soon after the subscription, and then at intervals. Changes after its first look are told. */
    private static void hearsOfNewColumns(StreamClient stream, String table, String uri) {
        AtomicInteger columns = new AtomicInteger();
        await().until(() -> {
            run("alter table " + table + " add column c" + columns.incrementAndGet() + " text");
            return hears(stream, uri);
        });
    }

    private static boolean hears(StreamClient stream, String uri) throws IOException {
        StreamClient.Event event = stream.nextEvent(Duration.ofSeconds(1));
        if (event == null || event.data() == null || event.data().isEmpty()) {
            return false;
        }
        JsonNode message = object(event.data());
        assertThat(message.get("method").asText()).isEqualTo("notifications/resources/updated");
        return message.at("/params/uri").asText().equals(uri);
    }

    private static String read() {
        return gateway.client().legacy("2025-11-25", "resources/read", object("{\"uri\":\"" + URI + "\"}"), "ReadResourceResult").result()
                .at("/contents/0/text").asText();
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
