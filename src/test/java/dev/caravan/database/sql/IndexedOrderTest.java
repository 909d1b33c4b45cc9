package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventHelper;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The order by a stored value is read from an index, and so are its pages. So is text in the order of its collation. */
class IndexedOrderTest extends DatabaseTest {

    @Autowired
    private CamelContext context;

    @Test
    void anIndexServesAnOrderByTime() throws Exception {
        for (String database : List.of("postgresql", "mysql")) {
            boolean postgresql = database.equals("postgresql");
            run(database, "drop table if exists stored_index",
                    "create table stored_index (id int primary key, at "
                            + (postgresql ? "timestamptz" : "datetime(6)") + ", note varchar(20))",
                    postgresql ? "insert into stored_index select i, timestamptz '2024-01-01' + i * interval '1 second', 'x'"
                            + " from generate_series(1, 20000) i"
                            : "insert into stored_index select seq, '2024-01-01' + interval seq second, 'x' from seq_1_to_20000",
                    "create index stored_index_at on stored_index (at)", "create index stored_index_note on stored_index (note)",
                    postgresql ? "analyze stored_index" : "analyze table stored_index");
            for (String more : new String[] {"", ",\"columns\":[\"id\"]", ",\"after\":\"\"",
                    ",\"filters\":{\"at__gt\":\"2024-01-01T03:00:00Z\"}"}) {
                String query = "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"]" + more + "}";
                String plan = plan(database, query);
                assertThat(plan).as(database + query).contains("stored_index_at");
                if (postgresql) {
                    assertThat(plan).as(query).containsPattern("Index (Only )?Scan").doesNotContain("Seq Scan")
                            .doesNotContain("to_json(at) #>>");
                }
            }
            JsonNode page = done("query", database, "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"],\"after\":\"\"}");
            assertThat(plan(database, "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"],\"after\":\""
                    + page.get("next").asText() + "\"}")).contains("stored_index_at");
            String byText = "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"note\"],\"columns\":[\"note\"]}";
            assertThat(plan(database, byText)).as(byText).contains("stored_index_note").doesNotContain("Sort");
            String byKey = "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"id\"],\"after\":\"";
            assertThat(plan(database, byKey + done("query", database, byKey + "\"}").get("next").asText() + "\"}"))
                    .contains(postgresql ? "Index Cond" : "range").doesNotContain("Seq Scan");
        }
    }

    /** Explains the very statement of a query, with its values, on a connection of the gateway. */
    private String plan(String database, String query) throws SQLException {
        List<SqlStatement> sent = new CopyOnWriteArrayList<>();
        EventNotifierSupport notes = new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof CamelEvent.ExchangeSendingEvent sending && sending.getEndpoint().getEndpointUri().startsWith("sql:")
                        && sending.getExchange().getMessage().getBody() instanceof SqlStatement statement && statement.text()
                                .contains("stored_index")) {
                    sent.add(statement);
                }
            }
        };
        notes.start();
        context.getManagementStrategy().addEventNotifier(notes);
        context.getCamelContextExtension().setEventNotificationApplicable(true);
        try {
            done("query", database, query);
        } finally {
            context.getManagementStrategy().removeEventNotifier(notes);
            context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
        }
        try (Connection connection = context.getRegistry().lookupByNameAndType("database-" + database, DataSource.class).getConnection();
                PreparedStatement explain = connection.prepareStatement("explain " + sent.get(0).text())) {
            for (int i = 0; i < sent.get(0).values().size(); i++) {
                explain.setObject(i + 1, sent.get(0).values().get(i));
            }
            StringBuilder plan = new StringBuilder();
            try (ResultSet rows = explain.executeQuery()) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        plan.append(rows.getString(i)).append(' ');
                    }
                    plan.append('\n');
                }
            }
            return plan.toString();
        }
    }
}
