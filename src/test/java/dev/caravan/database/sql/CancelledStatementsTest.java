package dev.caravan.database.sql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** After its caller left, a database runs a statement no longer, long before the time limit of statements. */
@Tag("full")
class CancelledStatementsTest extends DatabaseTest {

    private static final String SLOW = "select count(*) as n from left_rows a, left_rows b, left_rows c, left_rows d"
            + " where a.id + b.id + c.id + d.id < 0";

    @Autowired
    private MeterRegistry meters;

    @ParameterizedTest
    @CsvSource({"postgresql,query", "postgresql,advanced", "mysql,query", "mysql,advanced", "sqlite,query", "sqlite,advanced"})
    void theDatabaseEndsTheStatementOfACallerWhoLeft(String database, String verb) throws Exception {
        String numbers = Stream.iterate(1, i -> i + 1).limit(400).map(i -> "(" + i + ")").reduce((a, b) -> a + "," + b).orElseThrow();
        run(database, "drop view if exists left_slow", "drop table if exists left_rows", "create table left_rows (id int primary key)",
                "insert into left_rows values " + numbers, "create view left_slow as " + SLOW);
        ObjectNode arguments = McpClient.object(verb.equals("query") ? "{\"table\":\"left_slow\"}" : SqlAccountsTest.transaction(SLOW));
        String tool = "db_" + verb + "_" + database;
        ObjectNode params = McpClient.object("{\"name\":\"" + tool + "\"}");
        params.set("arguments", arguments);
        ObjectNode request = McpClient.request("tools/call", McpClient.modernParams(params, McpClient.object("{}")));

        try (StreamClient caller = StreamClient.send(port(), "/mcp", request.toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", tool)) {
            await().until(() -> running(database) > 0);
        }

        await().atMost(20, SECONDS).until(() -> running(database) == 0);
        run(database, "drop view left_slow", "drop table left_rows");
    }

    /** Statements that the database itself runs; the connections in use where it has no list of them. */
    private long running(String database) {
        SqlTestStore store = (SqlTestStore) STORES.get(database);
        return switch (database) {
            case "postgresql" -> store.count("pg_stat_activity where state = 'active' and query like '%left_%'"
                    + " and pid <> pg_backend_pid()");
            case "mysql" -> store.count("information_schema.processlist where info like '%left_%' and id <> connection_id()");
            default -> (long) meters.get("hikaricp.connections.active").tag("pool", "database-sqlite").gauge().value();
        };
    }
}
