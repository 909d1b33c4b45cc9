package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Data is changed over REST, keeps its values, loses no change of concurrent writers, and may be large. */
class ContextDataTest extends CatalogueTest {

    @Test
    void restReadsAndWritesData() {
        long table = table("{\"list\":[1,2],\"o\":{\"a/b\":{}}}");
        String data = "/api/v1/tables/" + table + "/data";
        assertThat(rest.post(data + "?json_pointer_path=/list", "{\"elements\":[{\"content\":3}]}").data().get("data"))
                .isEqualTo(json("[1,2,3]"));
        assertThat(rest.post(data, "{\"mounted_json_pointer_path\":\"/o/a~1b\",\"elements\":[{\"key\":\"k\",\"content\":\"v\"}]}").data()
                .get("data")).isEqualTo(json("{\"k\":\"v\"}"));
        assertThat(rest.put(data, "{\"json_pointer_path\":\"/list\",\"elements\":[{\"key\":\"0\",\"content\":[]}]}").data().get("data"))
                .isEqualTo(json("[[],2,3]"));
        assertThat(rest.send("DELETE", data, "{\"json_pointer_path\":\"/list\",\"keys\":[\"0\",\"2\"]}").data().get("data"))
                .isEqualTo(json("[2]"));
        assertThat(rest.post(data, "{\"elements\":[{\"key\":\"o\",\"content\":1}]}").error()).isEqualTo("409/1009");
        assertThat(rest.post(data + "?json_pointer_path=/list/0", "{\"elements\":[{\"key\":\"o\",\"content\":1}]}").error())
                .as("a number has no elements").isEqualTo("400/1001");
        assertThat(rest.put(data, "{\"elements\":[{\"key\":\"none\",\"content\":1}]}").error()).isEqualTo("404/1004");
        assertThat(rest.put(data, "{\"elements\":[]}").error()).isEqualTo("422/1006");
        assertThat(rest.post(data, "{\"elements\":[{\"key\":\"x\"}]}").error()).isEqualTo("422/1006");
        assertThat(rest.get(data).data().get("data")).isEqualTo(json("{\"list\":[2],\"o\":{\"a/b\":{\"k\":\"v\"}}}"));
    }

    @Test
    void valuesKeepTheirTypes() {
        String odd = "{\"big\":9007199254740993,\"huge\":123456789012345678901234567890,\"dec\":0.1000,\"small\":1e-30,"
                + "\"text\":\"\\ud83c\\udf75 茶 \\\"\\\\ \\t\",\"empty\":{},\"none\":[],\"no\":null,\"\":false}";
        Made instance = instance(tool(table(odd), "get_all_data", "all", ""), tool(table("{}"), "create", "add", ""));
        JsonNode data = data(instance, "all", "{}").get("data");
        assertThat(data.equals(BY_VALUE, json(odd))).as(data.toString()).isTrue();
        assertThat(error(instance, "add", "{\"elements\":[{\"key\":\"a\",\"content\":\"\\u0000\"}]}").get("message").textValue())
                .contains("U+0000");
        assertThat(error(instance, "add", "{\"elements\":[{\"key\":\"\\u0000\",\"content\":1}]}").get("code").textValue())
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(rest.post("/api/v1/tables", "{\"name\":\"x\",\"data\":{\"a\":\"\\u0000\"}}").error()).isEqualTo("400/1001");
        assertThat(rest.post("/api/v1/tables", "{\"name\":\"\\u0000\"}").error()).isEqualTo("422/1006");
    }

    @Tag("nightly")
    @Test
    void noWriteOfThirtyTwoWritersIsLost() throws Exception {
        int writers = 32;
        int each = 8;
        long table = table("{\"list\":[],\"map\":{\"n\":0}}");
        StringBuilder keys = new StringBuilder();
        for (int writer = 0; writer < writers; writer++) {
            keys.append(writer == 0 ? "" : ",").append("{\"key\":\"w").append(writer).append("\",\"content\":-1}");
        }
        rest.post("/api/v1/tables/" + table + "/data?json_pointer_path=/map", "{\"elements\":[" + keys + "]}").data();
        Made instance = instance(tool(table, "create", "append", "\"json_path\":\"/list\""),
                tool(table, "update", "set", "\"json_path\":\"/map\""));
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Future<?>> running = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            running.add(threads.submit(() -> {
                for (int i = 0; i < each; i++) {
                    data(instance, "append", "{\"elements\":[{\"content\":\"" + number + "-" + i + "\"}]}");
                    data(instance, "set", "{\"updates\":[{\"key\":\"w" + number + "\",\"content\":" + i + "}]}");
                }
            }));
        }
        for (Future<?> one : running) {
            one.get(120, TimeUnit.SECONDS);
        }
        threads.shutdown();
        JsonNode data = rest.get("/api/v1/tables/" + table).data().get("data");
        List<String> items = StreamSupport.stream(data.get("list").spliterator(), false).map(JsonNode::asText).toList();
        assertThat(items).doesNotHaveDuplicates().hasSize(writers * each);
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            assertThat(items.stream().filter(item -> item.startsWith(number + "-"))).as("in the order of each").containsExactlyElementsOf(
                    java.util.stream.IntStream.range(0, each).mapToObj(i -> number + "-" + i).toList());
            assertThat(data.at("/map/w" + writer).intValue()).isEqualTo(each - 1);
        }
    }

    @Tag("nightly")
    @Test
    void queryOverTenMegabytesWorks() throws Exception {
        long table = table("{\"rows\":[]}");
        Made instance = instance(tool(table, "query_data", "query", ""), tool(table, "get_all_data", "all", ""),
                tool(table, "get_all_data", "one", "\"json_path\":\"/rows/77\""));
        String text = "x".repeat(900);
        for (int part = 0; part < 4; part++) {
            StringBuilder elements = new StringBuilder();
            for (int i = 0; i < 2_700; i++) {
                elements.append(i == 0 ? "" : ",").append("{\"content\":{\"id\":").append(part * 2_700 + i).append(",\"text\":\"")
                        .append(text).append("\",\"tags\":[\"a\",\"b\"]}}");
            }
            assertThat(rest.post("/api/v1/tables/" + table + "/data?json_pointer_path=/rows", "{\"elements\":[" + elements + "]}").status())
                    .isEqualTo(201);
        }
        assertThat(data(instance, "query", "{\"query\":\"{n: length(rows), last: rows[-1].id, found: rows[?id==`5000`].id}\"}").get("data"))
                .isEqualTo(json("{\"n\":10800,\"last\":10799,\"found\":[5000]}"));
        assertThat(data(instance, "one", "{}").at("/data/id").intValue()).isEqualTo(77);
        assertThat(error(instance, "all", "{}").get("message").textValue()).as("a single object that is too large").contains("204800");
        JsonNode cut = mcp(instance).envelope("query", McpClient.object("{\"query\":\"rows\"}"));
        assertThat(cut.at("/meta/truncated").booleanValue()).isTrue();
        assertThat(cut.at("/data/data").size()).isEqualTo(cut.at("/meta/returned").intValue()).isPositive();
    }
}
