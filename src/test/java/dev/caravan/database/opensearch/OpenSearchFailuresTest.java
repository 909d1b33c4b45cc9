package dev.caravan.database.opensearch;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each failure of an OpenSearch server becomes the error type that callers expect, in time. */
@Tag("full")
class OpenSearchFailuresTest extends OpenSearchTest {

    @Test
    void serverErrorsHaveTypes() {
        make("os_blocked", "{\"properties\":{\"id\":{\"type\":\"integer\"}}}");
        done("insert", DB, "{\"table\":\"os_blocked\",\"data\":{\"id\":1}}");
        STORE.send("PUT", "/os_blocked/_settings", "{\"index.blocks.write\":true}");
        failed("permission_error", "insert", DB, "{\"table\":\"os_blocked\",\"data\":{\"id\":2}}");
        failed("permission_error", "update", DB, "{\"table\":\"os_blocked\",\"data\":{\"v\":2},\"filters\":{\"id\":1}}");
        failed("permission_error", "delete", DB, "{\"table\":\"os_blocked\",\"filters\":{\"id\":1}}");
        STORE.send("PUT", "/os_blocked/_settings", "{\"index.blocks.write\":false}");
        STORE.send("POST", "/os_blocked/_close", null);
        failed("query_error", "query", DB, "{\"table\":\"os_blocked\"}");
        STORE.send("DELETE", "/os_blocked", null);
        failed("query_error", "query", DB, "{\"table\":\"os_blocked\"}");
    }

    @Tag("nightly")
    @Test
    void serverCancelsALongSearch() {
        make("os_slow", "{\"properties\":{\"id\":{\"type\":\"integer\"}}}");
        int documents = 30_000;
        for (int from = 0; from < documents; from += 1_000) {
            String rows = IntStream.range(from, from + 1_000).mapToObj("{\"id\":%d}"::formatted).collect(Collectors.joining(",", "[", "]"));
            done("insert", DB, "{\"table\":\"os_slow\",\"data\":" + rows + "}");
        }
        // whatever the machine
        String source = "boolean run() { long end = new Date().getTime() + 1; while (new Date().getTime() < end) { } return true } run()";
        ObjectNode alias = McpClient.object("{}");
        alias.putArray("actions").addObject().putObject("add").put("index", "os_slow").put("alias", "os_endless").putObject("filter")
                .putObject("script").putObject("script").put("source", source);
        STORE.send("POST", "/_aliases", alias.toString());
        for (String tool : List.of("query", "advanced")) {
            String more = tool.equals("query") ? "" : ",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"id\"}}}";
            long begin = System.nanoTime();
            assertThat(
                    failed("timeout_error", tool, "search_reports", "{\"table\":\"os_endless\",\"filters\":{\"id__gte\":0}" + more + "}"))
                    .contains("search_reports");
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 20_000L);
        }
        long begin = System.nanoTime();
        assertThat(failed("timeout_error", "update", DB, "{\"table\":\"os_endless\",\"data\":{\"v\":1},\"filters\":{\"id__gte\":0}}"))
                .as("not the tool's limit").doesNotContain("took longer");
        await("the server looks every 2,048 to 4,096 documents of a millisecond; to the end it would take 30 s")
                .until(() -> !STORE.send("GET", "/_tasks?actions=*search*&detailed", null).toString().contains("os_endless"));
        String told = failed("timeout_error", "delete", DB, "{\"table\":\"os_endless\",\"filters\":{\"id__gte\":0}}");
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(7_000L, 60_000L);
        await("OpenSearch ends the delete that nobody waits for").atMost(3, MINUTES)
                .until(() -> !STORE.send("GET", "/_tasks?actions=*search*,*byquery*", null).toString().contains("byquery"));
        STORE.send("POST", "/os_slow/_refresh", null);
        int left = done("query", DB, "{\"table\":\"os_slow\"}").get("count").intValue();
        Matcher before = Pattern.compile("Written: (\\d+)").matcher(told);
        if (before.find()) {
            assertThat(Integer.parseInt(before.group(1))).as("there are no transactions: what was deleted before is told")
                    .isLessThanOrEqualTo(documents - left);
        } else {
            assertThat(told).as("%s of %s are left", left, documents).endsWith("Some of the rows may be deleted");
        }
    }
}
