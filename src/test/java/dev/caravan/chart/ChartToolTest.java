package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code echart_generate}: defaults, corrections, normalisation, and what it says to bad input. */
class ChartToolTest extends GatewayTest {

    @Test
    void anOptionIsDataForEChartsAndNothingElse() {
        JsonNode envelope = generate("{'chartType':'bar','title':'Sales','data':[{'x':'a','y':1},{'x':'b','y':2.50}],'mapping':{'xField':'x','yField':'y'},'options':{'stack':false}}");

        assertThat(envelope.get("meta").has("warnings")).isFalse();
        assertThat(envelope.at("/data/option")).isEqualTo(json("""
                {'aria':{'enabled':true},'title':{'text':'Sales','left':'center','top':8},
                 'tooltip':{'trigger':'axis','confine':true,'axisPointer':{'type':'shadow'}},
                 'grid':{'left':16,'right':24,'top':52,'bottom':16,'containLabel':true},
                 'xAxis':{'type':'category','data':['a','b'],'axisLabel':{'hideOverlap':true}},'yAxis':{'type':'value'},
                 'series':[{'type':'bar','data':[1,2.5]}]}"""));
    }

    @Test
    void seriesAreAlignedToTheCategoriesInTheirFirstOrder() {
        JsonNode option = option("{'chartType':'line','mapping':{'seriesField':'s'},'options':{'stack':true,'smooth':true},'data':["
                + "{'x':'b','y':1,'s':'q'},{'x':'a','y':2,'s':'p'},{'x':'c','y':3,'s':'q'},{'x':'b','y':4,'s':'p'}]}");

        assertThat(option.at("/xAxis/data")).isEqualTo(json("['b','a','c']"));
        assertThat(option.at("/legend/data")).isEqualTo(json("['q','p']"));
        assertThat(option.get("series")).isEqualTo(json("[{'type':'line','name':'q','stack':'total','smooth':true,'data':[1,null,3]},{'type':'line','name':'p','stack':'total','smooth':true,'data':[4,2,null]}]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"'12'|12", "' -3.5 '|-3.5", "'1,234,567.8'|1234567.8", "'１２．５'|12.5", "'+7'|7", "'1e3'|1000", "'.5'|0.5", "'−2'|-2", "'50%'|50",
        "'1,23'|null", "'12 kg'|null", "'0x10'|null", "'NaN'|null", "'Infinity'|null", "'-'|null", "''|null", "true|null", "[1]|null", "{'value':1}|null", "'1e999'|null", "1e-400|1e-400"})
    void numbersAreReadFromText(String given, String number) {
        JsonNode envelope = generate("{'chartType':'bar','data':[{'x':'a','y':" + given + "},{'x':'b','y':1}]}");

        JsonNode read = envelope.at("/data/option/series/0/data/0");
        assertThat(read.isNull() ? "null" : String.valueOf(read.asDouble())).isEqualTo(number.equals("null") ? number : String.valueOf(Double.parseDouble(number)));
        if (!given.contains("1e-400") && !given.contains("1e999")) {
            assertThat(warnings(envelope)).hasSize(1).allMatch(warning -> warning.startsWith("y of 1 of 2 rows "));
        }
    }

    @Test
    void numbersKeepTheirDigits() {
        String answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echart_generate\",\"arguments\":"
                + "{\"chartType\":\"bar\",\"data\":[{\"x\":9007199254740993,\"y\":9007199254740993},{\"x\":\"b\",\"y\":3.141592653589793238462643383279}]}}}").body();

        assertThat(answer).contains("\"data\":[\"9007199254740993\",\"b\"]", "\"data\":[9007199254740993,3.141592653589793238462643383279]",
                "y of 2 of 2 rows has more digits than ECharts can hold");
    }

    @Test
    void timesAreInUtcAndInOrder() {
        JsonNode option = option("{'chartType':'line','data':[{'x':'2024-01-01T10:00:00+05:30','y':2},{'x':'2024-01-01T04:00:00Z','y':1},{'x':'2024-01-01t05:00:00.5z','y':3}]}");

        assertThat(option.at("/xAxis/type").asText()).isEqualTo("time");
        assertThat(option.at("/series/0/data")).isEqualTo(json("[['2024-01-01T04:00:00Z',1],['2024-01-01T04:30:00Z',2],['2024-01-01T05:00:00.500Z',3]]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-02-30", "2024", "2024-01", "24-01-01", "2024-01-01T25:00", "0050-01-01", "2024-W01-1", "today"})
    void whatIsNoDateIsACategory(String x) {
        assertThat(option("{'chartType':'line','data':[{'x':'" + x + "','y':2},{'x':'2024-01-01','y':2}]}").at("/xAxis/data")).isEqualTo(json("['" + x + "','2024-01-01']"));
    }

    @Test
    void aGraphsNodesPointToItsCategories() {
        JsonNode series = option("{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'A','category':'k'},{'id':'b','name':'B'},{'id':'c','name':'C','category':'l'},{'id':'d','name':'D','category':'k'}],'links':[{'source':'a','target':'b','label':'knows'}]}}").at("/series/0");

        assertThat(series.get("categories")).isEqualTo(json("[{'name':'k'},{'name':'l'}]"));
        assertThat(series.get("data")).isEqualTo(json("[{'id':'a','name':'A','category':0},{'id':'b','name':'B'},{'id':'c','name':'C','category':1},{'id':'d','name':'D','category':0}]"));
        assertThat(series.get("links")).isEqualTo(json("[{'source':'a','target':'b','value':'knows'}]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'chartType':'donut','data':[]}|chartType must be one of bar, line, pie, scatter, graph, not donut",
        "{'data':[]}|chartType is required",
        "{'chartType':'bar'}|data is required for chartType bar",
        "{'chartType':'pie','data':null}|data is required for chartType pie",
        "{'chartType':'graph','data':[]}|graph is required for chartType graph",
        "{'chartType':'graph','graph':{'links':[]}}|graph.nodes is required",
        "{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'xField':'Month'}}|mapping.xField: no row has the field Month; the fields are month, sales",
        "{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'yField':'n'}}|mapping.yField: no row has the field n; the fields are month, sales",
        "{'chartType':'line','data':[{'x':'a','y':1}],'mapping':{'seriesField':'s'}}|mapping.seriesField: no row has the field s; the fields are x, y",
        "{'chartType':'pie','data':[{'a':'a','b':1}],'mapping':{'nameField':'s'}}|mapping.nameField: no row has the field s; the fields are a, b",
        "{'chartType':'bar','data':[{'a':1,'b':2,'c':3}]}|mapping.yField is needed, as it can't be told which field is meant; the fields are a, b, c",
        "{'chartType':'bar','data':[{'city':'a','day':'b','n':3}]}|mapping.xField is needed, as it can't be told which field is meant; the fields are city, day, n",
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
    void theFieldsAreInTheDetailToo() {
        JsonNode error = client.envelope("echart_generate", json("{'chartType':'bar','data':[{'month':'a','sales':1}],'mapping':{'xField':'m'}}")).get("error");

        assertThat(error.get("detail")).isEqualTo(json("{'field':'mapping.xField','fields':['month','sales']}"));
    }

    @Test
    void errorsAndWarningsComeInChinese() {
        JsonNode error = client.envelope("echart_generate", json("{'chartType':'bar','data':[{'月':'a','数':1}],'mapping':{'xField':'日'}}"), "Accept-Language", "zh-CN").get("error");
        assertThat(error.get("message").asText()).isEqualTo("mapping.xField：数据行中没有字段 日；现有字段：月, 数");

        JsonNode envelope = client.envelope("echart_generate", json("{'chartType':'bar','data':[{'x':'a','y':'1'}]}"), "Accept-Language", "zh-CN");
        assertThat(warnings(envelope)).containsExactly("1 行中有 1 行的 y 是文本，已转换为数字");
    }

    @Test
    void whatDoesNotApplyIsToldAndNothingElse() {
        assertThat(warnings(generate("{'chartType':'pie','data':[{'x':'a','y':1}],'mapping':{'seriesField':'x'},'options':{'unit':'kg','stack':true,'smooth':true},'graph':{'nodes':[]}}")))
                .containsExactlyInAnyOrder("options.stack does not apply to pie and is not used", "options.smooth does not apply to pie and is not used",
                        "graph does not apply to pie and is not used", "mapping.seriesField does not apply to pie and is not used");
        assertThat(warnings(generate("{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'a'}],'links':null},'data':[],'mapping':null,'options':{'unit':'kg','stack':false}}")))
                .containsExactlyInAnyOrder("data does not apply to graph and is not used", "options.unit does not apply to graph and is not used");
    }

    @Test
    void whoCallsAPiesFieldsByTheOthersNamesIsUnderstood() {
        assertThat(option("{'chartType':'pie','mapping':{'xField':'k','yField':'v'},'data':[{'k':'a','v':1}]}").at("/series/0/data")).isEqualTo(json("[{'name':'a','value':1}]"));
        assertThat(option("{'chartType':'pie','data':[{'x':'a','y':1}]}").at("/series/0/data")).isEqualTo(json("[{'name':'a','value':1}]"));
        assertThat(option("{'chartType':'bar','mapping':{'nameField':'k','valueField':'v'},'data':[{'k':'a','v':1}]}").at("/series/0/data")).isEqualTo(json("[1]"));
    }

    @Test
    void theDocumentsSeriesFieldIsTakenWhereThereIsOne() {
        JsonNode envelope = generate("{'chartType':'bar','data':[{'x':'a','y':1,'category':'p'},{'x':'a','y':2,'category':'q'}]}");

        assertThat(envelope.at("/data/option/legend/data")).isEqualTo(json("['p','q']"));
        assertThat(warnings(envelope)).containsExactly("mapping.seriesField was not given; category was taken");
    }

    @Test
    void tenThousandPointsFitAndOneMoreIsRefused() {
        String long40 = "a name of forty characters or thereabouts";
        String rows = IntStream.range(0, 10_000).mapToObj(i -> "{'x':'" + long40 + " " + i + "','y':" + i + "." + (100 + i % 900) + "}").collect(Collectors.joining(","));

        JsonNode envelope = generate("{'chartType':'bar','options':{'unit':'万元'},'data':[" + rows + "]}");
        assertThat(envelope.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length).isBetween(204_800, 1 << 20);
        assertThat(envelope.at("/data/option/series/0/data")).hasSize(10_000);
        assertThat(envelope.get("meta").has("truncated")).isFalse();

        JsonNode error = client.envelope("echart_generate", json("{'chartType':'bar','data':[" + rows + ",{'x':'b','y':1}]}")).get("error");
        assertThat(error.get("message").asText()).isEqualTo("data must have at most 10000 items, it has 10001");
        JsonNode large = client.envelope("echart_generate", json("{'chartType':'bar','data':[" + rows.replace(long40, long40 + long40 + long40) + "]}")).get("error");
        assertThat(large.get("message").asText()).contains("bytes of JSON, more than the limit of 1048576");
    }

    /** Whatever comes, the answer is an option that ECharts draws, or INVALID_ARGUMENT; never the tool's own failure. */
    @Test
    void thousandsOfRandomInputsNeverBreakIt() throws Exception {
        Random random = new Random(20_240_501);
        ObjectNode sample = McpClient.JSON.createObjectNode();
        int options = 0;
        for (int i = 0; i < 3_000; i++) {
            String arguments = RandomChart.arguments(random);
            String answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echart_generate\",\"arguments\":" + arguments + "}}").body();
            JsonNode envelope = McpClient.JSON.readTree(answer).at("/result/structuredContent");
            if (envelope.path("ok").asBoolean()) {
                options++;
                assertThat(warnings(envelope)).hasSizeLessThan(40);
                if (options % 10 == 0) {
                    sample.set(arguments, envelope.at("/data/option"));
                }
            } else {
                assertThat(envelope.at("/error/code").asText()).as(arguments + " -> " + answer).isEqualTo("INVALID_ARGUMENT");
            }
        }
        assertThat(options).isBetween(1_000, 2_900);
        EChartsRenderer.assumeInstalled();
        JsonNode seen = EChartsRenderer.render(sample);
        seen.properties().forEach(one -> one.getValue().forEach(picture -> {
            assertThat(picture.path("error").asText()).as(one.getKey()).isEmpty();
            assertThat(picture.get("reached")).as(one.getKey()).isEmpty();
            assertThat(picture.get("said")).as(one.getKey()).isEmpty();
        }));
    }

    private JsonNode option(String arguments) {
        return generate(arguments).at("/data/option");
    }

    private JsonNode generate(String arguments) {
        JsonNode envelope = client.envelope("echart_generate", json(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope;
    }

    private static List<String> warnings(JsonNode envelope) {
        return StreamSupport.stream(envelope.at("/meta/warnings").spliterator(), false).map(JsonNode::asText).toList();
    }

    /** JSON with single quotes, for reading. */
    private static JsonNode json(String text) {
        return ((ArrayNode) object("{\"it\":[" + text.replace('\'', '"') + "]}").get("it")).get(0);
    }
}
