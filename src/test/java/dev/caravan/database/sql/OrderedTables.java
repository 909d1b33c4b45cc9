package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Compares the order of the gateway's rows and pages with the order that the database's own client sees. */
abstract class OrderedTables extends DatabaseTest {

    /** @param stored the value in SQL that rows are sorted by */
    void compare(String database, String table, String stored) throws SQLException {
        for (String way : new String[] {"", "-"}) {
            String order = ",\"order_by\":[\"" + way + "v\",\"id\"]";
            List<String> expected = ids(database, "select id from " + table
                    + " order by " + stored + (way.isEmpty() ? "" : " desc") + ", id");
            if (expected == null) {
                failed("query_error", "query", database, "{\"table\":\"" + table + "\"" + order + "}");
                failed("query_error", "query", database, "{\"table\":\"" + table + "\",\"after\":\"\"" + order + "}");
                continue;
            }
            assertThat(done("query", database, "{\"table\":\"" + table + "\"" + order + "}").get("data").findValuesAsText("id"))
                    .as(table + way + " shown").isEqualTo(expected);
            assertThat(done("query", database, "{\"table\":\"" + table + "\",\"columns\":[\"id\"]" + order + "}")
                    .get("data").findValuesAsText("id")).as(table + way + " not shown").isEqualTo(expected);
            List<String> paged = new ArrayList<>();
            JsonNode page = call("query", database, "{\"table\":\"" + table + "\",\"limit\":1,\"after\":\"\"" + order + "}");
            if (page.has("error")) {
                assertThat(page.at("/error/message").asText()).contains("use offset");
                continue;
            }
            page.get("data").findValuesAsText("id").forEach(paged::add);
            while (page.has("next") && paged.size() <= expected.size()) {
                page = done("query", database, "{\"table\":\"" + table + "\",\"limit\":1,\"after\":\""
                        + page.get("next").asText() + "\"" + order + "}");
                page.get("data").findValuesAsText("id").forEach(paged::add);
            }
            assertThat(paged).as(table + way + " paged").isEqualTo(expected);
        }
    }

    /** Returns null where the database can't sort so. */
    static List<String> ids(String database, String query) {
        try (Statement statement = ((SqlTestStore) STORES.get(database)).kept().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            return ids;
        } catch (SQLException e) {
            return null;
        }
    }
}
