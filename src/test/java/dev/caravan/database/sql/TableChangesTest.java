package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import dev.caravan.mcp.ListChanges;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Clients that have read a table as a resource are told when its columns change, and when it is gone. */
class TableChangesTest {

    private static final String URI = "db:///sqlite/%E8%A1%A8";

    private final String url = "jdbc:sqlite:" + TemporaryFolder.make("caravan-changed-table").resolve("changed.db");
    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    @Test
    void subscribersHearOfAChange() throws Exception {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-changed-routes"));
        Path flows = routes.resolve("databases/describe.camel.yaml");
        Files.writeString(flows, Files.readString(flows).replaceAll("elay: 30000", "elay: 200"));
        run("create table \"表\" (id integer primary key)");
        try (OwnGateway gateway = OwnGateway.withRoutes(routes).settings("databases.sqlite.url=" + url, "databases.sqlite.connect-timeout=20s", "tools.timeout=60s").start()) {
            gateway.bean(ListChanges.class).addListener(new ListChanges.Listener() {
                @Override
                public void changed(String topic, String list) {
                }

                @Override
                public void updated(String uri) {
                    told.add(uri);
                }

                @Override
                public void closed(String topic) {
                }
            });
            assertThat(read(gateway)).contains("\"name\":\"id\"").doesNotContain("note");
            run("insert into \"表\" values (1)");

            run("alter table \"表\" add column note text");
            await().until(() -> told.size() == 1);
            assertThat(told).containsExactly(URI);
            assertThat(read(gateway)).contains("\"name\":\"note\"");

            run("drop table \"表\"");
            await().until(() -> told.size() == 2);
            assertThat(told).containsExactly(URI, URI);
        }
    }

    private static String read(OwnGateway gateway) {
        return gateway.client().legacy("2025-11-25", "resources/read", object("{\"uri\":\"" + URI + "\"}"), "ReadResourceResult").result().at("/contents/0/text").asText();
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
