package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.springframework.beans.factory.annotation.Autowired;

/** Sends texts to every database, in every place where callers write text, and looks whether anything changes or is revealed. */
public abstract class InjectionCasesTest extends DatabaseTest {

    private interface Way {
        JsonNode call(String verb, String database, ObjectNode arguments);
    }

    private static final String SECRET = "tops3cret-of-another-table";

    private InsideCalls inside;

    @BeforeAll
    void enter(@Autowired CamelContext gateway) {
        inside = new InsideCalls(gateway);
    }

    @BeforeAll
    public void tables() {
        STORES.forEach((database, store) -> {
            store.create("canary", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"canary\",\"data\":[{\"id\":1,\"v\":\"one\"},{\"id\":2,\"v\":\"two\"}]}");
            store.create("vault", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"vault\",\"data\":{\"id\":1,\"v\":\"" + SECRET + "\"}}");
        });
    }

    /**
     * One test of each text on each database. The calls of the first text of each database go over HTTP, the others straight to the entry
     * route.
     */
    public Stream<DynamicTest> tests(Function<String, List<String>> textsOfDatabase) {
        Set<String> overHttp = new HashSet<>();
        return STORES.keySet().stream().flatMap(
                database -> textsOfDatabase.apply(database).stream().map(text -> DynamicTest.dynamicTest(database + " " + text, () -> {
            Way way = overHttp.add(database) ? this::call : inside::call;
            for (ObjectNode arguments : queries(text)) {
                harmless(way.call("query", database, arguments), arguments);
            }
            for (ObjectNode arguments : List.of(with("data", text, "x"), with("filters", text, "x"))) {
                arguments.putIfAbsent("data", McpClient.object("{\"v\":\"changed\"}"));
                arguments.putIfAbsent("filters", McpClient.object("{\"id\":99}"));
                harmless(way.call("update", database, arguments), arguments);
            }
            harmless(way.call("delete", database, with("filters", text, "x")), null);
            harmless(way.call("delete", database, with("filters", "v", text)), null);
            ObjectNode stored = McpClient.object("{\"table\":\"canary\"}");
            stored.putObject("data").put("id", 3).put("v", text);
            JsonNode inserted = way.call("insert", database, stored);
            if (inserted.get("success").booleanValue()) {
                ObjectNode query = with("filters", "v", text);
                assertThat(way.call("query", database, query).at("/data/0/v").asText()).as("it is text").isEqualTo(text);
                        assertThat(way.call("delete", database, McpClient.object("{\"table\":\"canary\",\"filters\":{\"id\":3}}"))
                                .get("deleted_count").intValue()).isEqualTo(1);
            }
                    assertThat(way
                            .call("query", database,
                                    McpClient.object("{\"table\":\"canary\",\"order_by\":[\"id\"],\"columns\":[\"id\",\"v\"]}"))
                            .path("data").toString())
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
        assertThat(answer.toString()).as(String.valueOf(arguments)).doesNotContain(SECRET).doesNotContain("root:")
                .doesNotContain("pg_shadow\",").doesNotContain("The tool failed")
                .doesNotContain("timeout_error");
    }
}
