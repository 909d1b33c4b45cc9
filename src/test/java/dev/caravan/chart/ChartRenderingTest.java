package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What should be seen is in the picture: options of the running gateway, drawn by the real ECharts 5 and 6. */
class ChartRenderingTest extends GatewayTest {

    private static final String MARKUP = "<img src=x onerror=alert(1)>";

    private static final String INHERITED = "The text __proto__ got an invisible character at its end";

    private final Map<String, Input> inputs = new LinkedHashMap<>();
    private JsonNode seen;

    /** One input and what its picture must show. */
    private static final class Input {
        private final JsonNode arguments;
        private final List<String> texts = new ArrayList<>();
        private final List<String> absent = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final List<String> tooltips = new ArrayList<>();
        private List<Integer> marks;
        private List<Integer> points;
        private Integer links;
        private Integer corners;
        private double[] extent;

        Input(JsonNode arguments) {
            this.arguments = arguments;
        }

        /** Bars, symbols, slices or nodes that are drawn, by series. */
        Input marks(Integer... bySeries) {
            marks = List.of(bySeries);
            return this;
        }

        /** Points that ECharts has, by series, where it draws them in bulk. */
        Input points(Integer... bySeries) {
            points = List.of(bySeries);
            return this;
        }

        Input links(int count) {
            links = count;
            return this;
        }

        /** Of one path at least. */
        Input corners(int atLeast) {
            corners = atLeast;
            return this;
        }

        Input texts(String... shown) {
            texts.addAll(List.of(shown));
            return this;
        }

        Input absent(String... notShown) {
            absent.addAll(List.of(notShown));
            return this;
        }

        Input warnings(String... parts) {
            warnings.addAll(List.of(parts));
            return this;
        }

        Input tooltip(String... parts) {
            tooltips.addAll(List.of(parts));
            return this;
        }

        /** From lowest to highest number of the last series, as stacked. */
        Input reaches(double lowest, double highest) {
            extent = new double[] {lowest, highest};
            return this;
        }
    }

    private Input input(String name, String arguments) {
        Input input = new Input(object(arguments.replace('\'', '"')));
        assertThat(inputs.put(name, input)).isNull();
        return input;
    }

    private void inputs() {
        input("bar", "{'chartType':'bar','title':'Sales','data':[{'x':'Mon','y':1},{'x':'Tue','y':3},{'x':'Wed','y':2}]}")
                .marks(3).texts("Sales", "Mon", "Tue", "Wed", "3").warnings();
        input("line", "{'chartType':'line','title':'Load','data':[{'x':'Mon','y':1},{'x':'Tue','y':3},{'x':'Wed','y':2}]}")
                .marks(3).texts("Load", "Mon", "Tue", "Wed").warnings();
        input("pie", "{'chartType':'pie','title':'Share','data':[{'name':'A','value':1},{'name':'B','value':3}]}")
                .marks(2).texts("Share", "A", "B").warnings();
        input("scatter", "{'chartType':'scatter','title':'Size','data':[{'x':1,'y':10},{'x':5.5,'y':20},{'x':7,'y':12}]}")
                .marks(3).texts("Size", "7").warnings();
        input("graph", "{'chartType':'graph','title':'Map','graph':{'nodes':[{'id':'1','name':'North'},{'id':'2','name':'South'}],'links':[{'source':'1','target':'2','label':'road'}]}}")
                .marks(2).links(1).texts("Map", "North", "South", "road").warnings();
        input("bar by series", "{'chartType':'bar','mapping':{'xField':'month','yField':'n','seriesField':'city'},'data':[{'month':'Jan','n':1,'city':'Rome'},"
                + "{'month':'Feb','n':2,'city':'Oslo'},{'month':'Feb','n':3,'city':'Rome'},{'month':'Mar','n':4,'city':'Oslo'}]}")
                .marks(2, 2).texts("Jan", "Feb", "Mar", "Rome", "Oslo").warnings();
        input("bar stacked", "{'chartType':'bar','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},{'x':'a','y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).texts("a", "b", "p", "q").reaches(11, 25).warnings();
        input("bar stacked with unit", "{'chartType':'bar','options':{'stack':true,'unit':'kg'},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},{'x':'a','y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).texts("kg", "a", "b", "p", "q").reaches(11, 25).tooltip("10", "kg").warnings();
        input("line stacked", "{'chartType':'line','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},{'x':'a','y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).reaches(11, 25).warnings();
        input("line smooth", "{'chartType':'LINE','options':{'smooth':true},'data':[{'x':'a','y':1},{'x':'b','y':9},{'x':'c','y':2}]}").marks(3).warnings();
        input("smooth is for lines", "{'chartType':'Bar','options':{'smooth':true},'data':[{'x':'a','y':1}]}").marks(1).warnings("options.smooth does not apply to bar");
        input("missing y", "{'chartType':'bar','data':[{'x':'a','y':1},{'x':'b'},{'x':'c','y':null},{'x':'d','y':4},{'x':'e','y':'-'}]}")
                .marks(2).texts("a", "b", "c", "d", "e").warnings("y of 3 of 5 rows is missing and became null");
        input("textual y", "{'chartType':'line','data':[{'x':'a','y':'1.5'},{'x':'b','y':'n/a'},{'x':'c','y':'1,234'},{'x':'d','y':' 7 '},{'x':'e','y':'１２'},{'x':'f','y':'5%'}]}")
                .marks(5).reaches(1.5, 1234).warnings("y of 4 of 6 rows was text and became a number", "y of 1 of 6 rows is not a number (such as n/a)", "percentage (such as 5%)");
        input("Chinese", "{'chartType':'bar','title':'各城市销售额','options':{'unit':'万元'},'mapping':{'xField':'城市','yField':'销售额'},'data':[{'城市':'北京','销售额':12},{'城市':'上海','销售额':15}]}")
                .marks(2).texts("各城市销售额", "北京", "上海", "万元").tooltip("北京", "万元", "销售额").warnings();
        input("Chinese pie", "{'chartType':'pie','options':{'unit':'人'},'mapping':{'nameField':'科室','valueField':'人数'},'data':[{'科室':'内科','人数':12},{'科室':'外科','人数':'8'}]}")
                .marks(2).texts("内科", "外科").tooltip("内科", "12", "人").warnings("人数 of 1 of 2 rows was text");
        input("time line", "{'chartType':'line','data':[{'x':'2024-01-03','y':3},{'x':'2024-01-01','y':1},{'x':'2024-01-02','y':2}]}")
                .marks(3).warnings("put in order of x");
        input("time line by series", "{'chartType':'line','options':{'unit':'°C'},'mapping':{'xField':'at','yField':'t','seriesField':'s'},'data':[{'at':'2024-01-01T00:00:00+05:30','t':3,'s':'in'},{'at':'2024-01-01T06:00:00Z','t':1,'s':'out'},{'at':'2024-01-02 00:00:00','t':2,'s':'in'}]}")
                .marks(2, 1).texts("in", "out", "°C").tooltip("°C").warnings("at has times with and without a zone");
        input("time scatter", "{'chartType':'scatter','data':[{'x':'2024-02-03','y':3},{'x':'2024-02-01','y':1}]}").marks(2).warnings();
        input("category scatter", "{'chartType':'scatter','data':[{'x':'small','y':3},{'x':'large','y':1},{'x':'small','y':2}]}").marks(3).texts("small", "large").warnings();
        input("scatter with unit and names", "{'chartType':'scatter','options':{'unit':'kg'},'mapping':{'xField':'height','yField':'weight','seriesField':'sex'},'data':[{'height':'170','weight':60,'sex':'f'},{'height':180,'weight':80,'sex':'m'},{'weight':1}]}")
                .marks(1, 1).texts("height", "weight (kg)", "f", "m").tooltip("height", "170", "weight (kg)", "60").warnings("height of 1 of 3 rows was text", "height of 1 of 3 rows is missing");
        input("bars of dates keep their order", "{'chartType':'bar','data':[{'x':'2024-01-03','y':3},{'x':'2024-01-01','y':1}]}").marks(2).texts("2024-01-03", "2024-01-01").warnings();
        input("negative", "{'chartType':'bar','data':[{'x':'a','y':-5},{'x':'b','y':5}]}").marks(2).reaches(-5, 5).texts("-6").warnings();
        input("negative in a pie", "{'chartType':'pie','data':[{'name':'A','value':-1},{'name':'B','value':3},{'name':'C','value':2}]}")
                .marks(2).texts("B", "C").warnings("value of 1 of 3 slices (such as A) is negative");
        input("pie that repeats", "{'chartType':'pie','data':[{'name':'A','value':1},{'name':'B','value':3},{'name':'A','value':2.5}]}").marks(2).warnings("name of 1 of 3 rows (such as A) occurs before");
        input("bars that repeat", "{'chartType':'bar','data':[{'x':'a','y':0.1},{'x':'a','y':0.2},{'x':'b','y':1}]}").marks(2).reaches(0.3, 1).warnings("x of 1 of 3 rows (such as a) occurs before");
        for (String type : List.of("bar", "line", "pie", "scatter")) {
            input("empty " + type, "{'chartType':'" + type + "','title':'Nothing','data':[]}").marks(0).texts("Nothing").warnings("data has no rows");
        }
        input("empty graph", "{'chartType':'graph','title':'Nothing','graph':{'nodes':[],'links':[]}}").marks(0).links(0).texts("Nothing").warnings();
        input("all missing", "{'chartType':'line','data':[{'x':'a','y':null},{'x':'b','y':null}]}").marks(0).texts("a", "b").warnings("y of 2 of 2 rows is missing");
        input("zeroes and one point", "{'chartType':'pie','data':[{'name':'only','value':0}]}").marks(1).warnings();
        input("graph with categories", "{'chartType':'graph','graph':{'nodes':[{'id':1,'name':'Ada','category':'person'},{'id':2,'name':'Paris','category':'city'},{'id':3,'name':'Bob','category':'person'},{'id':'4'}],"
                + "'links':[{'source':1,'target':2},{'source':'3','target':2,'label':'0010'},{'source':1,'target':'nobody'},{'source':'ghost','target':3}]}}")
                .marks(4).links(2).texts("Ada", "Paris", "Bob", "4", "person", "city", "0010").absent("1 > 2")
                .warnings("2 of 4 links (such as 1 → nobody) have an end that is no node", "id of 3 of 4 nodes or links was a number", "1 of 4 nodes have no name (such as 4)");
        input("graph that repeats", "{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'A'},{'id':'a','name':'again'},{'name':'B'},{}],'links':[{'source':'a','target':'a'},{'source':'a','target':'B'},{'source':'a','target':'B'}]}}")
                .marks(2).links(3).texts("A", "B").absent("again").warnings("have the id of a node before them", "have no id (such as B)", "neither id nor name");
        templates();
        large();
    }

    /** Everything here is text to the caller, and a template, markup, style or path to some part of ECharts. */
    private void templates() {
        String[] names = {"{b}: {c0}", "{@value}", "$& $$ $'", "{a|rich}", MARKUP, "function(){return 1}", "__proto__", "constructor", "hasOwnProperty", "image://x", "42", "-", "{value}", "%s"};
        String rows = IntStream.range(0, names.length).mapToObj(i -> "{'x':'" + names[i].replace("'", "\\u0027") + "','y':" + (i + 1) + ",'s':'" + names[i].replace("'", "\\u0027") + "'}").collect(Collectors.joining(","));
        String title = "'title':'" + MARKUP + " {a|t} ${b}'";
        String shownTitle = MARKUP + " {a|t} ${b}";
        String unit = "'options':{'unit':'{value} <b>u</b> $&'}";
        Integer[] ones = IntStream.range(0, names.length).mapToObj(i -> 1).toArray(Integer[]::new);
        for (String type : List.of("bar", "line")) {
            input("templates in a " + type, "{'chartType':'" + type + "'," + title + "," + unit + ",'data':[" + rows + "]}")
                    .marks(names.length).texts(shownTitle, "{value} <b>u</b> $&").texts(names).tooltip("{b}: {c0}", "{value} &lt;b&gt;u&lt;/b&gt; $&amp;").warnings(INHERITED);
            input("templates as series of a " + type, "{'chartType':'" + type + "'," + title + "," + unit + ",'mapping':{'seriesField':'s'},'data':[" + rows + "]}")
                    .marks(ones).texts(shownTitle).texts("{b}: {c0}", "{@value}", "$& $$ $'").tooltip("&lt;img src=x onerror=alert(1)&gt;", "__proto__", "constructor").warnings(INHERITED);
        }
        input("templates in a pie", "{'chartType':'pie'," + title + "," + unit + ",'data':[" + rows + "]}").marks(names.length).texts(shownTitle).texts(names).tooltip("{b}: {c0}").warnings(INHERITED);
        input("templates in a scatter", "{'chartType':'scatter'," + title + "," + unit + ",'data':[" + rows + "]}").marks(names.length).texts(shownTitle).texts(names).tooltip("&lt;b&gt;u&lt;/b&gt;").warnings(INHERITED);
        String nodes = IntStream.range(0, names.length).mapToObj(i -> "{'id':'" + names[i].replace("'", "\\u0027") + "','name':'" + names[i].replace("'", "\\u0027") + "','category':'" + names[i].replace("'", "\\u0027") + "','symbol':'image://evil','label':{'formatter':'{b}'}}").collect(Collectors.joining(","));
        String links = IntStream.range(1, names.length).mapToObj(i -> "{'source':'{b}: {c0}','target':'" + names[i].replace("'", "\\u0027") + "','label':'to " + names[i].replace("'", "\\u0027") + "'}").collect(Collectors.joining(","));
        input("templates in a graph", "{'chartType':'graph'," + title + ",'graph':{'nodes':[" + nodes + "],'links':[" + links + "]}}")
                .marks(names.length).links(names.length - 1).texts(shownTitle).texts("{b}: {c0}", "$& $$ $'", "{@value}", MARKUP, "__proto__", "to {@value}", "to $& $$ $'", "to __proto__").absent("undefined").warnings(INHERITED);
        input("objects as names", "{'chartType':'bar','data':[{'x':{'value':'A','show':0},'y':1},{'x':['B'],'y':{'value':2}},{'x':true,'y':3},{'x':2.50,'y':4},{'y':5}]}")
                .marks(4).texts("{'value':'A','show':0}".replace('\'', '"'), "[\"B\"]", "true", "2.5", "–").warnings("x of 2 of 5 rows is an object or a list", "y of 1 of 5 rows is not a number", "x of 1 of 5 rows is missing or blank");
        input("control characters", "{'chartType':'bar','title':'two\\nlines','data':[{'x':'a\\u0000\\u001bb','y':1},{'x':'\\t','y':2},{'x':'\\n','y':3},{'x':'𠮷','y':4}]}")
                .marks(3).texts("a  b", "–", "𠮷", "two", "lines").warnings("Control characters");
        input("very long names", "{'chartType':'bar','title':'" + "long ".repeat(150) + "','mapping':{'seriesField':'s'},'data':[{'x':'" + "名".repeat(3_000) + "','y':1,'s':'" + "series ".repeat(300) + "'},{'x':'b','y':2,'s':'short'}]}")
                .marks(1, 1).texts("b", "short").warnings();
        input("many series", "{'chartType':'line','mapping':{'seriesField':'s'},'data':[" + IntStream.range(0, 150).mapToObj(i -> "{'x':'" + i % 3 + "','y':" + i + ",'s':'s" + i + "'}").collect(Collectors.joining(",")) + "]}")
                .texts("0", "1", "2", "s0").warnings();
        input("twelve long labels are all there", "{'chartType':'bar','data':[" + IntStream.range(0, 12).mapToObj(i -> "{'x':'a rather long label " + i + "','y':" + i + "}").collect(Collectors.joining(",")) + "]}")
                .marks(12).texts(IntStream.range(0, 12).mapToObj(i -> "a rather long label " + i).toArray(String[]::new)).warnings();
        input("fields inferred", "{'chartType':'line','data':[{'month':'Jan','sales':1},{'month':'Feb','sales':'2'}]}").marks(2).texts("Jan", "Feb").warnings("mapping.yField was not given; sales was taken", "mapping.xField was not given; month was taken");
        input("digits beyond a double", "{'chartType':'bar','data':[{'x':'a','y':9007199254740993},{'x':'b','y':'3.141592653589793238462643383279'},{'x':'c','y':'1e400'}]}")
                .marks(2).warnings("y of 2 of 3 rows has more digits", "y of 1 of 3 rows is too large a number");
    }

    private void large() {
        String rows = IntStream.range(0, 10_000).mapToObj(i -> "{'x':'category " + i + "','y':" + (i % 97) + ".125}").collect(Collectors.joining(","));
        input("10,000 bars", "{'chartType':'bar','title':'Many','options':{'unit':'kg'},'data':[" + rows + "]}").points(10_000).corners(2_500).texts("Many", "category 0", "kg").warnings();
        input("10,000 points of a line", "{'chartType':'line','title':'Many','data':[" + rows + "]}").corners(200).texts("Many", "category 0").warnings();
        input("10,000 points of a scatter", "{'chartType':'scatter','title':'Many','data':[" + rows.replace("'category ", "'") + "]}").points(10_000).corners(5_000).texts("Many").warnings("x of 10000 of 10000 rows was text");
        input("10,000 points in time", "{'chartType':'line','title':'Many','options':{'unit':'kg'},'data':[" + IntStream.range(0, 10_000)
                .mapToObj(i -> "{'x':'" + java.time.Instant.ofEpochSecond(1_700_000_000L + i * 60L) + "','y':" + i + "}").collect(Collectors.joining(",")) + "]}").corners(200).texts("Many", "kg").warnings();
        input("10,000 slices", "{'chartType':'pie','title':'Many','data':[" + rows + "]}").marks(10_000).texts("Many", "category 0").warnings();
        input("a sparse table", "{'chartType':'bar','mapping':{'seriesField':'s'},'data':[" + IntStream.range(0, 300)
                .mapToObj(i -> "{'x':'c" + i + "','y':" + (i + 1) + ",'s':'s" + i + "'}").collect(Collectors.joining(",")) + "]}").marks(IntStream.range(0, 300).mapToObj(i -> 1).toArray(Integer[]::new)).warnings();
    }

    @BeforeAll
    void draw() throws Exception {
        EChartsRenderer.assumeInstalled();
        inputs();
        ObjectNode options = McpClient.JSON.createObjectNode();
        for (Map.Entry<String, Input> input : inputs.entrySet()) {
            JsonNode envelope = client.envelope("echart_generate", input.getValue().arguments);
            assertThat(envelope.get("ok").asBoolean()).as(input.getKey() + ": " + envelope.path("error")).isTrue();
            List<String> warnings = StreamSupport.stream(envelope.at("/meta/warnings").spliterator(), false).map(JsonNode::asText).toList();
            if (input.getValue().warnings.isEmpty()) {
                assertThat(warnings).as(input.getKey()).isEmpty();
            }
            assertThat(warnings).as(input.getKey()).hasSizeLessThan(20);
            for (String part : input.getValue().warnings) {
                assertThat(warnings).as(input.getKey()).anyMatch(warning -> warning.contains(part));
            }
            options.set(input.getKey(), envelope.at("/data/option"));
        }
        seen = EChartsRenderer.render(options);
    }

    @TestFactory
    Stream<DynamicTest> theOptionShowsWhatItShould() {
        assertThat(inputs).hasSizeGreaterThan(30);
        return inputs.keySet().stream().flatMap(name -> Stream.of("5", "6")
                .map(version -> DynamicTest.dynamicTest(name + ", ECharts " + version, () -> check(inputs.get(name), seen.get(name).get(version)))));
    }

    private static void check(Input input, JsonNode picture) throws Exception {
        assertThat(picture.path("error").asText()).isEmpty();
        assertThat(picture.get("reached")).as("members of Object.prototype that a name has made").isEmpty();
        assertThat(picture.get("said")).as("warnings of ECharts").isEmpty();
        if (input.marks != null) {
            assertThat(picture.get("marks")).extracting(JsonNode::asInt).containsExactlyElementsOf(input.marks);
        }
        if (input.points != null) {
            assertThat(picture.get("points")).extracting(JsonNode::asInt).containsExactlyElementsOf(input.points);
        }
        if (input.links != null) {
            assertThat(picture.get("links").asInt()).isEqualTo(input.links);
        }
        if (input.corners != null) {
            assertThat(picture.get("corners").asInt()).isGreaterThanOrEqualTo(input.corners);
        }
        if (input.extent != null) {
            JsonNode extent = picture.get("extents").get(picture.get("extents").size() - 1);
            assertThat(new double[] {extent.get(0).asDouble(), extent.get(1).asDouble()}).containsExactly(input.extent);
        }
        assertThat(picture.get("texts")).extracting(text -> text.asText().replace("\u200b", "")).containsAll(input.texts);
        for (String text : input.absent) {
            assertThat(picture.get("texts")).extracting(JsonNode::asText).doesNotContain(text);
        }
        String tooltips = picture.get("tooltips").toString();
        assertThat(tooltips).doesNotContain("<img", "<script", "<b>u");
        for (String part : input.tooltips) {
            assertThat(tooltips).contains(part);
        }
        if (!picture.get("svg").asText().isEmpty()) {
            var svg = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(picture.get("svg").asText().getBytes(StandardCharsets.UTF_8)));
            for (String active : List.of("script", "image", "a", "foreignObject", "img")) {
                assertThat(svg.getElementsByTagName(active).getLength()).as(active).isZero();
            }
        }
    }
}
