package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A schema of a user's tool that can't be bounded is refused when it is made; one that an older gateway stored ends its calls in an answer.
 */
@Tag("full")
class UserSchemasTest extends CatalogueTest {

    /** Fifty times what a call may take. */
    private static final Duration SOON = Duration.ofSeconds(5);

    @Autowired
    private Store store;

    @Autowired
    private CamelContext gateway;

    private static List<String> refused() {
        return HostileSchemas.REFUSED;
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("refused")
    void dangerousSchemaIsRefusedOnCreateAndUpdate(String properties) {
        for (String field : new String[] {"input_schema", "output_schema"}) {
            String schema = "\"" + field + "\":" + HostileSchemas.of(properties);
            long table = table("{}");
            for (String path : new String[] {"/api/v1/tools", "/api/v1/tools/search"}) {
                assertRefused(field, rest.post(path, "{\"table_id\":" + table + ",\"type\":\"search\",\"name\":\"a\"," + schema + "}"));
            }
            long made = tool(table, "get_all_data", "a", "");
            assertRefused(field, rest.put("/api/v1/tools/" + made, "{" + schema + "}"));
            assertThat(rest.get("/api/v1/tools/" + made).data().get(field).isNull()).isTrue();
        }
    }

    private static void assertRefused(String field, RestClient.Answer answer) {
        assertThat(answer.error()).as(answer.message()).isEqualTo("422/1006");
        assertThat(answer.message()).startsWith(field).containsAnyOf("is not supported", "refers to itself", "is not a valid JSON Schema");
    }

    /** The very request of holes A4. */
    @Tag("full")
    @ParameterizedTest(name = "{index}")
    @MethodSource("refused")
    void storedDangerousSchemaIsNeverEvaluatedOrIgnored(String properties) {
        long tool = tool(table("{\"a\":1}"), "query_data", "q", "");
        Made instance = instance(tool);
        for (String column : new String[] {"input_schema", "output_schema"}) {
            store(tool, column, HostileSchemas.of(properties));
            for (String text : new String[] {"a".repeat(60), "a".repeat(20_000) + "!"}) {
                assertRefusedSoon(instance, "{\"query\":\"" + text + "\"}", column);
            }
            assertThat(names(instance)).containsExactly("q");
            store.run(jdbc -> jdbc.sql("update tool set input_schema = null where id = :id").param("id", tool).update());
        }
    }

    private static void assertRefusedSoon(Made instance, String arguments, String column) {
        AtomicReference<Duration> took = new AtomicReference<>();
        JsonNode error = await("the gateway hears of the change").until(() -> {
            long begin = System.nanoTime();
            JsonNode answered = mcp(instance).call("q", McpClient.object(arguments)).json().path("error");
            took.set(Duration.ofNanos(System.nanoTime() - begin));
            return answered;
        }, answered -> answered.path("message").asText().contains(column));
        assertThat(took.get()).isLessThan(SOON);
        assertThat(error.get("code").asInt()).as(error.toString()).isEqualTo(-32602);
        assertThat(error.get("message").asText()).contains("Tool q can't be called", column);
    }

    private void store(long tool, String column, String schema) {
        store.run(jdbc -> jdbc.sql("update tool set " + column + " = cast(:schema as json) where id = :id").param("schema", schema)
                .param("id", tool).update());
    }

    /** Backtracking matchers take for ever; a linear one doesn't. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^(.*a){20}$", "(a*)*b", "^([a-zA-Z]+)*$", "(x+x+)+y",
        "^(([a-z])+.)+[A-Z]([a-z])+$", "^(\\\\w+\\\\s?)*$", "^(\\\\d+)*$",
        "^([a-z]|-)*$", "(.*)*=.*", "^(a?){30}a{30}$", "\\\\s+$", "^(?:a|ab|b)*c$", "^([^,]*,){40}P", "^(aaa|aab|[ab])*z$",
        "^((a{1,10}){1,10}){1,10}$", "^(\\\\S+\\\\s*)+;$", "(a|b|ab)*bc"})
    void catastrophicPatternsAreEvaluatedInTime(String pattern) {
        long table = table("{\"a\":1}");
        RestClient.Answer made = rest.post("/api/v1/tools",
                "{\"table_id\":" + table + ",\"type\":\"query_data\",\"name\":\"q\",\"input_schema\":"
                + HostileSchemas.of("\"query\":{\"type\":\"string\",\"pattern\":\"" + pattern + "\"}") + "}");
        Made instance = instance(made.data().get("id").longValue());
        try (GatewayLog log = GatewayLog.record()) {
            for (String text : new String[] {"a".repeat(60), "a".repeat(20_000) + "!", "ab-x ".repeat(10_000), " ".repeat(50_000) + "x"}) {
                long begin = System.nanoTime();
                mcp(instance).envelope("q", McpClient.object("{\"query\":\"" + text + "\"}"));
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
            }
            assertThat(log.written(gateway)).doesNotContain(" ERROR ");
        }
    }

    @Test
    void noThreadKeepsRunning() throws Exception {
        long tool = tool(table("{\"a\":1}"), "query_data", "q", "");
        Made instance = instance(tool);
        store(tool, "input_schema", HostileSchemas.of(HostileSchemas.REFUSED.get(0)));
        assertRefusedSoon(instance, "{\"query\":\"" + "a".repeat(60) + "\"}", "input_schema");

        soon(() -> assertThat(Thread.getAllStackTraces().entrySet()).as("threads that match or validate")
                .noneMatch(HostileSchemasAtWork::matches));
    }

    private static final class HostileSchemasAtWork {

        static boolean matches(Map.Entry<Thread, StackTraceElement[]> thread) {
            return java.util.Arrays.stream(thread.getValue()).map(StackTraceElement::getClassName)
                    .anyMatch(name -> name.startsWith("java.util.regex.") || name.startsWith("com.networknt.schema.")
                            || name.startsWith("com.google.re2j."));
        }
    }
}
