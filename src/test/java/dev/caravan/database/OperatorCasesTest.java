package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.springframework.beans.factory.annotation.Autowired;

/** Asks every database for rows by filters of the {@link OperatorMatrix}. */
public abstract class OperatorCasesTest extends DatabaseTest {

    private final Map<String, Comparator<String>> orders = new HashMap<>();

    private InsideCalls inside;

    @BeforeAll
    void enter(@Autowired CamelContext gateway) {
        inside = new InsideCalls(gateway);
    }

    @BeforeAll
    public void fill() {
        STORES.forEach((database, store) -> {
            store.create("operators", OperatorMatrix.COLUMNS);
            ArrayNode rows = McpClient.JSON.createArrayNode();
            OperatorMatrix.ROWS.forEach(row -> rows.add(McpClient.object(row).put("id", rows.size())));
            ObjectNode arguments = McpClient.object("{\"table\":\"operators\"}");
            arguments.set("data", rows);
            JsonNode answer = call("insert", database, arguments);
            assertThat(answer.get("success").booleanValue()).as(database + answer).isTrue();
        });
    }

    /**
     * One test of each case. The first case of each operator on each database goes over HTTP, the others straight to the entry route.
     *
     * @param parts how many parts of the cases there are; each database is asked one part, the next database the next
     */
    public Stream<DynamicTest> tests(List<OperatorMatrix.Case> cases, int parts) {
        Set<String> overHttp = new HashSet<>();
        return STORES.keySet().stream()
                .flatMap(database -> part(database, cases, parts).stream().filter(each -> !isSkipped(database, each.filter()))
                        .map(each ->
                DynamicTest.dynamicTest(database + " " + each.filter(), () -> {
                    ObjectNode arguments = McpClient.object("{\"table\":\"operators\",\"columns\":[\"id\"],\"order_by\":[\"id\"]}");
                    arguments.set("filters", McpClient.object(each.filter()));
                    boolean first = overHttp.add(database + each.kind().replaceFirst("^[a-z]+(?=__)", ""));
                    JsonNode answer = first ? call("query", database, arguments) : inside.call("query", database, arguments);
                    assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
                    List<Integer> ids = new ArrayList<>();
                    answer.get("data").forEach(row -> ids.add(row.get("id").intValue()));
                    assertThat(ids).isEqualTo(each.rows(orders.computeIfAbsent(database, OperatorCasesTest::orderOfText)));
                    assertThat(answer.get("count").intValue()).isEqualTo(ids.size());
                })));
    }

    /** Returns how the database itself orders the texts of the rows; by code points where it has no SQL. */
    private static Comparator<String> orderOfText(String database) {
        if (!(STORES.get(database) instanceof SqlTestStore store)) {
            return OperatorMatrix.BY_CODE_POINT;
        }
        Map<List<String>, Integer> orders = new HashMap<>();
        try (Connection connection = store.connection(); Statement statement = connection.createStatement()) {
            for (String column : List.of("s", "zh")) {
                ResultSet pairs = statement.executeQuery("select a.%1$s, b.%1$s, case when a.%1$s < b.%1$s then -1 when a.%1$s > b.%1$s"
                        .formatted(column) + " then 1 else 0 end from operators a, operators b");
                while (pairs.next()) {
                    orders.put(Arrays.asList(pairs.getString(1), pairs.getString(2)), pairs.getInt(3));
                }
            }
            return (one, other) -> orders.get(List.of(one, other));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** OpenSearch keeps JSON of any shape, but can't search it. */
    private static boolean isSkipped(String database, String filter) {
        return database.equals("opensearch") && filter.startsWith("{\"j");
    }
}
