package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;

/** Sends texts to every database, in every place where callers write text, and looks whether anything changes or is revealed. */
public abstract class InjectionCasesTest extends DatabaseTest {

    private static final String SECRET = "tops3cret-of-another-table";
    @BeforeAll
    public void tables() {
        STORES.forEach((database, store) -> {
            store.create("canary", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"canary\",\"data\":[{\"id\":1,\"v\":\"one\"},{\"id\":2,\"v\":\"two\"}]}");
            store.create("vault", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"vault\",\"data\":{\"id\":1,\"v\":\"" + SECRET + "\"}}");
        });
    }

    /** One test of each text on each database. */
    public Stream<DynamicTest> tests(Function<String, List<String>> textsOfDatabase) {
        return STORES.keySet().stream().flatMap(database -> textsOfDatabase.apply(database).stream().map(text -> DynamicTest.dynamicTest(database + " " + text, () -> {
            for (ObjectNode arguments : queries(text)) {
                harmless(call("query", database, arguments), arguments);
            }
            for (ObjectNode arguments : List.of(with("data", text, "x"), with("filters", text, "x"))) {
                arguments.putIfAbsent("data", McpClient.object("{\"v\":\"changed\"}"));
                arguments.putIfAbsent("filters", McpClient.object("{\"id\":99}"));
                harmless(call("update", database, arguments), arguments);
            }
            harmless(call("delete", database, with("filters", text, "x")), null);
            harmless(call("delete", database, with("filters", "v", text)), null);
            ObjectNode stored = McpClient.object("{\"table\":\"canary\"}");
            stored.putObject("data").put("id", 3).put("v", text);
            JsonNode inserted = call("insert", database, stored);
            if (inserted.get("success").booleanValue()) {
                ObjectNode query = with("filters", "v", text);
                assertThat(call("query", database, query).at("/data/0/v").asText()).as("it is text").isEqualTo(text);
                assertThat(done("delete", database, "{\"table\":\"canary\",\"filters\":{\"id\":3}}").get("deleted_count").intValue()).isEqualTo(1);
            }
            assertThat(done("query", database, "{\"table\":\"canary\",\"order_by\":[\"id\"],\"columns\":[\"id\",\"v\"]}").get("data").toString())
                    .isEqualTo("[{\"id\":1,\"v\":\"one\"},{\"id\":2,\"v\":\"two\"}]");
        })));
    }

    private static List<ObjectNode> queries(String text) {
        List<ObjectNode> queries = new ArrayList<>();
        queries.add(McpClient.object("{}").put("table", text));
        queries.add(with("filters", text, 1));
        queries.add(with("filters", "id__" + text, 1));
        queries.add(with("filters", text + "__gt", 1));
        for (String operator : List.of("v", "v__gt", "v__contains", "v__startswith", "v__endswith", "id", "id__lt")) {
            queries.add(with("filters", operator, text));
        }
        ObjectNode in = McpClient.object("{\"table\":\"canary\"}");
        in.putObject("filters").putArray("v__in").add(text).add("x");
        queries.add(in);
        for (String list : List.of("columns", "order_by")) {
            ObjectNode named = McpClient.object("{\"table\":\"canary\"}");
            named.putArray(list).add(text);
            queries.add(named);
            ObjectNode second = McpClient.object("{\"table\":\"canary\"}");
            second.putArray(list).add("id").add("-" + text);
            queries.add(second);
        }
        return queries;
    }

    private static ObjectNode with(String member, String name, Object value) {
        ObjectNode arguments = McpClient.object("{\"table\":\"canary\"}");
        arguments.putObject(member).set(name, McpClient.JSON.valueToTree(value));
        return arguments;
    }

    /** A text that was run would show what it read, or sleep until the call's limit. */
    private static void harmless(JsonNode answer, ObjectNode arguments) {
        assertThat(answer.toString()).as(String.valueOf(arguments)).doesNotContain(SECRET).doesNotContain("root:").doesNotContain("pg_shadow\",").doesNotContain("The tool failed")
                .doesNotContain("timeout_error");
    }
}
