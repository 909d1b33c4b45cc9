package dev.caravan.chart;


import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text that is a template, markup or a path to ECharts is drawn as the text that it is. */
class ChartTextRenderingTest extends ChartRenderingTest {

    private static final String MARKUP = "<img src=x onerror=alert(1)>";
    private static final String INHERITED = "An invisible character was added to the text __proto__";

    @Override
    int count() {
        return 14;
    }

    @Override
    void inputs() {
        String[] names = {"{b}: {c0}", "{@value}", "$& $$ $'", "{a|rich}", MARKUP, "function(){return 1}", "__proto__", "constructor",
            "hasOwnProperty", "image://x", "42", "-", "{value}", "%s"};
        String rows = IntStream.range(0, names.length).mapToObj(
                i -> "{'x':'" + names[i].replace("'", "\\u0027") + "','y':" + (i + 1) + ",'s':'" + names[i].replace("'", "\\u0027") + "'}")
                .collect(Collectors.joining(","));
        String title = "'title':'" + MARKUP + " {a|t} ${b}'";
        String shownTitle = MARKUP + " {a|t} ${b}";
        String unit = "'options':{'unit':'{value} <b>u</b> $&'}";
        Integer[] ones = IntStream.range(0, names.length).mapToObj(i -> 1).toArray(Integer[]::new);
        for (String type : List.of("bar", "line")) {
            input("templates in a " + type, "{'chartType':'" + type + "'," + title + "," + unit + ",'data':[" + rows + "]}")
                    .marks(names.length).texts(shownTitle, "{value} <b>u</b> $&").texts(names)
                    .tooltip("{b}: {c0}", "{value} &lt;b&gt;u&lt;/b&gt; $&amp;").warnings(INHERITED);
            input("templates as series of a " + type,
                    "{'chartType':'" + type + "'," + title + "," + unit + ",'mapping':{'seriesField':'s'},'data':[" + rows + "]}")
                    .marks(ones).texts(shownTitle).texts("{b}: {c0}", "{@value}", "$& $$ $'")
                    .tooltip("&lt;img src=x onerror=alert(1)&gt;", "__proto__", "constructor").warnings(INHERITED);
        }
        input("templates in a pie", "{'chartType':'pie'," + title + "," + unit + ",'data':[" + rows + "]}").marks(names.length)
                .texts(shownTitle).texts(names).tooltip("{b}: {c0}").warnings(INHERITED);
        input("templates in a scatter", "{'chartType':'scatter'," + title + "," + unit + ",'data':[" + rows + "]}").marks(names.length)
                .texts(shownTitle).texts(names).tooltip("&lt;b&gt;u&lt;/b&gt;").warnings(INHERITED);
        String nodes = IntStream.range(0, names.length)
                .mapToObj(i -> "{'id':'" + names[i].replace("'", "\\u0027") + "','name':'" + names[i].replace("'", "\\u0027")
                        + "','category':'" + names[i].replace("'", "\\u0027") + "','symbol':'image://evil','label':{'formatter':'{b}'}}")
                .collect(Collectors.joining(","));
        String links = IntStream.range(1, names.length).mapToObj(i -> "{'source':'{b}: {c0}','target':'" + names[i].replace("'", "\\u0027")
                + "','label':'to " + names[i].replace("'", "\\u0027") + "'}").collect(Collectors.joining(","));
        input("templates in a graph", "{'chartType':'graph'," + title + ",'graph':{'nodes':[" + nodes + "],'links':[" + links + "]}}")
                .marks(names.length).links(names.length - 1).texts(shownTitle)
                .texts("{b}: {c0}", "$& $$ $'", "{@value}", MARKUP, "__proto__", "to {@value}", "to $& $$ $'", "to __proto__")
                .absent("undefined").warnings(INHERITED);
        input("objects as names",
                "{'chartType':'bar','data':[{'x':{'value':'A','show':0},'y':1},{'x':['B'],'y':{'value':2}},{'x':true,'y':3},{'x':2.50,"
                        + "'y':4},{'y':5}]}")
                .marks(4).texts("{'value':'A','show':0}".replace('\'', '"'), "[\"B\"]", "true", "2.5", "–")
                .warnings("x is an object or a list in 2 of 5 rows", "y was not a number in 1 of 5 rows",
                        "x is missing or blank in 1 of 5 rows");
        input("control characters",
                "{'chartType':'bar','title':'two\\nlines','data':[{'x':'a\\u0000\\u001bb','y':1},{'x':'\\t','y':2},{'x':'\\n','y':3},"
                        + "{'x':'𠮷','y':4}]}")
                .marks(3).texts("a  b", "–", "𠮷", "two", "lines").warnings("Control characters");
        input("very long names",
                "{'chartType':'bar','title':'" + "long ".repeat(150) + "','mapping':{'seriesField':'s'},'data':[{'x':'" + "名".repeat(3_000)
                        + "','y':1,'s':'" + "series ".repeat(300) + "'},{'x':'b','y':2,'s':'short'}]}")
                .marks(1, 1).texts("b", "short").warnings();
        input("many series",
                "{'chartType':'line','mapping':{'seriesField':'s'},'data':[" + IntStream.range(0, 150)
                        .mapToObj(i -> "{'x':'" + i % 3 + "','y':" + i + ",'s':'s" + i + "'}").collect(Collectors.joining(",")) + "]}")
                .texts("0", "1", "2", "s0").warnings();
        input("twelve long labels are all there",
                "{'chartType':'bar','data':[" + IntStream.range(0, 12).mapToObj(i -> "{'x':'a rather long label " + i + "','y':" + i + "}")
                        .collect(Collectors.joining(",")) + "]}")
                .marks(12).texts(IntStream.range(0, 12).mapToObj(i -> "a rather long label " + i).toArray(String[]::new)).warnings();
        input("fields inferred", "{'chartType':'line','data':[{'month':'Jan','sales':1},{'month':'Feb','sales':'2'}]}").marks(2)
                .texts("Jan", "Feb")
                .warnings("mapping.yField was not given; sales was used", "mapping.xField was not given; month was used");
        input("digits beyond a double",
                "{'chartType':'bar','data':[{'x':'a','y':9007199254740993},{'x':'b','y':'3.141592653589793238462643383279'},{'x':'c',"
                        + "'y':'1e400'}]}")
                .marks(2)
                .warnings("y has more digits than ECharts can hold in 2 of 3 rows", "y was too large a number for ECharts in 1 of 3 rows");
    }
}
