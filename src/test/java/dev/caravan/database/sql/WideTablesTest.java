package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table of 1,000 columns is described, read and written like every other one. */
@Tag("nightly")
class WideTablesTest extends DatabaseTest {

    private static final int COLUMNS = 1_000;
    /** More values than one statement takes. */
    private static final int ROWS = 70;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void everyVerbTakesAThousandColumns(String database) {
        run(database, "drop table if exists wide_table", "create table wide_table (id int primary key, " + IntStream.range(1, COLUMNS)
                .mapToObj(i -> "c" + i + " int").collect(Collectors.joining(", ")) + ")");
        ObjectNode arguments = object("{\"table\":\"wide_table\"}");
        for (int id = 1; id <= ROWS; id++) {
            ObjectNode row = arguments.withArray("/data").addObject().put("id", id);
            IntStream.range(1, COLUMNS).forEach(i -> row.put("c" + i, i));
        }

        assertThat(done("insert", database, arguments.toString()).get("inserted_count").intValue()).isEqualTo(ROWS);
        assertThat(count(database, "c1 = 1 and c999 = 999")).isEqualTo(ROWS);

        JsonNode row = done("query", database, "{\"table\":\"wide_table\",\"filters\":{\"c999\":999},\"order_by\":[\"-c998\",\"-id\"],"
                + "\"limit\":1,\"after\":\"\"}");
        assertThat(row.at("/data/0")).hasSize(COLUMNS);
        assertThat(row.at("/data/0/id").intValue()).isEqualTo(ROWS);
        assertThat(done("query", database, "{\"table\":\"wide_table\",\"order_by\":[\"-c998\",\"-id\"],\"limit\":1,\"after\":\""
                + row.get("next").asText() + "\"}").at("/data/0/id").intValue()).isEqualTo(ROWS - 1);

        ObjectNode update = object("{\"table\":\"wide_table\",\"filters\":{\"id\":7},\"data\":{}}");
        IntStream.range(1, COLUMNS).forEach(i -> ((ObjectNode) update.get("data")).put("c" + i, -i));
        assertThat(done("update", database, update.toString()).get("updated_count").intValue()).isEqualTo(1);
        assertThat(count(database, "c1 = -1 and c999 = -999")).isEqualTo(1);

        IntStream.range(1, COLUMNS).forEach(i -> ((ObjectNode) update.get("data")).put("c" + i, i));
        assertThat(done("update", database, update.toString()).get("updated_count").intValue()).isEqualTo(1);
        assertThat(count(database, "c1 = 1 and c999 = 999")).isEqualTo(ROWS);

        JsonNode page = done("describe", database, "{\"table\":\"wide_table\",\"offset\":990}");
        assertThat(page.get("count").intValue()).isEqualTo(COLUMNS);
        assertThat(page.at("/columns/9/name").asText()).isEqualTo("c999");
        assertThat(done("describe", database, "{\"table\":\"wide_table\",\"search\":\"c99\"}").get("columns")).hasSize(11);
        assertThat(done("aggregate", database, "{\"table\":\"wide_table\",\"metrics\":{\"s\":{\"sum\":\"c999\"}}}").at("/data/0/s")
                .intValue()).isEqualTo(999 * ROWS);
        assertThat(failed("query_error", "query", database, "{\"table\":\"wide_table\",\"filters\":{\"c1000\":1}}")).hasSizeLessThan(1_000)
                .contains("c1000", "c100");
        assertThat(done("delete", database, "{\"table\":\"wide_table\",\"filters\":{\"c500__gte\":500}}").get("deleted_count").intValue())
                .isEqualTo(ROWS);
    }

    private static long count(String database, String where) {
        return ((SqlTestStore) STORES.get(database)).count("wide_table where " + where);
    }
}
