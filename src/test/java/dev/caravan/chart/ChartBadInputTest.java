package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code echart_generate} refuses input that it can't draw, warns of what it does not use, and names what there is instead. */
@Tag("full")
class ChartBadInputTest extends ChartToolTest {

    /** A label was searched anew for each of its dollars, and each name in each row. */
    @Test
    void longLabelsAndManyNamesTakeLinearTime() {
        JsonNode drawn = client.envelope("echart_generate",
                object("{\"chartType\":\"bar\"}").set("data", json("[{'x':'" + "$a".repeat(50_000) + "','y':1}]")));
        assertThat(drawn.get("ok").booleanValue()).as(() -> drawn.toString().substring(0, 300)).isTrue();

        String rows = IntStream.range(0, 3_000).mapToObj(
                row -> IntStream.range(0, 20).mapToObj(i -> "'n" + row + "_" + i + "':1").collect(Collectors.joining(",", "{", "}")))
                .collect(Collectors.joining(",", "[", "]"));
        JsonNode error = client.envelope("echart_generate", object("{\"chartType\":\"bar\"}").set("data", json(rows))).get("error");
        assertThat(error.get("code").asText()).as(error.toString()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").asText()).contains("mapping.yField");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'chartType':'donut','data':[]}|chartType must be one of bar, line, pie, scatter, graph, not donut",
        "{'data':[]}|chartType is required",
        "{'chartType':'bar'}|data is required for chartType bar",
        "{'chartType':'pie','data':null}|data is required for chartType pie",
        "{'chartType':'graph','data':[]}|graph is required for chartType graph",
        "{'chartType':'graph','graph':{'links':[]}}|graph.nodes is required",
        "{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'xField':'Month'}}|mapping.xField: no row has the field Month; "
                + "the fields are month, sales",
        "{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'yField':'n'}}|mapping.yField: no row has the field n; the fields "
                + "are month, sales",
        "{'chartType':'line','data':[{'x':'a','y':1}],'mapping':{'seriesField':'s'}}|mapping.seriesField: no row has the field s; the "
                + "fields are x, y",
        "{'chartType':'pie','data':[{'a':'a','b':1}],'mapping':{'nameField':'s'}}|mapping.nameField: no row has the field s; the fields "
                + "are a, b",
        "{'chartType':'bar','data':[{'a':1,'b':2,'c':3}]}|mapping.yField is required because the field can't be inferred; the fields are "
                + "a, b, c",
        "{'chartType':'bar','data':[{'city':'a','day':'b','n':3}]}|mapping.xField is required because the field can't be inferred; the "
                + "fields are city, day, n",
        "{'chartType':'bar','data':[{}]}|The rows of data have no fields",
        "{'chartType':'bar','data':[1]}|data[0] must be of type object, not integer",
        "{'chartType':'bar','data':{}}|data must be of type [\"array\",\"null\"], not object",
        "{'chartType':'bar','data':[],'options':{'colour':'red'}}|options.colour is not an argument of this tool",
        "{'chartType':'bar','data':[],'mapping':{'xfield':'x'}}|mapping.xfield is not an argument of this tool",
        "{'chartType':'bar','data':[],'options':{'stack':'yes'}}|options.stack must be of type [\"boolean\",\"null\"], not string",
        "{'chartType':'graph','graph':{'nodes':[],'links':[{'source':'a'}]}}|graph.links[0].target is required"})
    void badInputIsToldWhatThereIs(String arguments, String message) {
        JsonNode error = client.envelope("echart_generate", json(arguments)).get("error");

        assertThat(error.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").asText()).startsWith(message);
    }

    @Test
    void detailListsTheFields() {
        JsonNode error = client
                .envelope("echart_generate", json("{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'xField':'m'}}"))
                .get("error");

        assertThat(error.get("detail")).isEqualTo(json("{'field':'mapping.xField','fields':['month','sales']}"));
    }

    @Test
    void errorsAndWarningsAreTranslatedToChinese() {
        JsonNode error = client.envelope("echart_generate", json("{'chartType':'bar','data':[{'月':'a','数':1}],'mapping':{'xField':'日'}}"),
                "Accept-Language", "zh-CN").get("error");
        assertThat(error.get("message").asText()).isEqualTo("mapping.xField：数据行中没有字段 日；现有字段：月, 数");

        JsonNode envelope = client.envelope("echart_generate", json("{'chartType':'bar','data':[{'x':'a','y':'1'}]}"), "Accept-Language",
                "zh-CN");
        assertThat(warnings(envelope)).containsExactly("1 行中有 1 行的 y 是文本，已转换为数字");
    }

    @Test
    void onlyUnusedOptionsAreReported() {
        assertThat(warnings(generate(
                "{'chartType':'pie','data':[{'x':'a','y':1}],'mapping':{'seriesField':'x'},'options':{'unit':'kg','stack':true,"
                        + "'smooth':true},'graph':{'nodes':[]}}")))
                .containsExactlyInAnyOrder("options.stack does not apply to pie and is not used",
                        "options.smooth does not apply to pie and is not used",
                        "graph does not apply to pie and is not used", "mapping.seriesField does not apply to pie and is not used");
        assertThat(warnings(generate(
                "{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'a'}],'links':null},'data':[],'mapping':null,"
                        + "'options':{'unit':'kg','stack':false}}")))
                .containsExactlyInAnyOrder("data does not apply to graph and is not used",
                        "options.unit does not apply to graph and is not used");
    }

    @Test
    void moreThanTenThousandPointsAreRefused() {
        String long40 = "a name of forty characters or thereabouts";
        String rows = IntStream.range(0, 10_000).mapToObj(i -> "{'x':'" + long40 + " " + i + "','y':" + i + "." + (100 + i % 900) + "}")
                .collect(Collectors.joining(","));

        JsonNode envelope = generate("{'chartType':'bar','options':{'unit':'万元'},'data':[" + rows + "]}");
        assertThat(envelope.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length).isBetween(204_800, 1 << 20);
        assertThat(envelope.at("/data/option/series/0/data")).hasSize(10_000);
        assertThat(envelope.get("meta").has("truncated")).isFalse();

        JsonNode error = client.envelope("echart_generate", json("{'chartType':'bar','data':[" + rows + ",{'x':'b','y':1}]}")).get("error");
        assertThat(error.get("message").asText()).isEqualTo("data must have at most 10000 items, it has 10001");
        JsonNode large = client
                .envelope("echart_generate", json("{'chartType':'bar','data':[" + rows.replace(long40, long40 + long40 + long40) + "]}"))
                .get("error");
        assertThat(large.get("message").asText()).contains("bytes of JSON, more than the limit of 1048576");
    }
}
