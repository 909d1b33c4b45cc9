package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** {@code echart_generate} makes an option for ECharts of each kind of chart, and finds the fields that it needs. */
class ChartOptionTest extends ChartToolTest {

    @Test
    void optionContainsOnlyData() {
        JsonNode envelope = generate(
                "{'chartType':'bar','title':'Sales','data':[{'x':'a','y':1},{'x':'b','y':2.50}],'mapping':{'xField':'x','yField':'y'},"
                        + "'options':{'stack':false}}");

        assertThat(envelope.get("meta").has("warnings")).isFalse();
        assertThat(envelope.at("/data/option")).isEqualTo(json("""
                {'aria':{'enabled':true},'title':{'text':'Sales','left':'center','top':8},
                 'tooltip':{'trigger':'axis','confine':true,'axisPointer':{'type':'shadow'}},
                 'grid':{'left':16,'right':24,'top':52,'bottom':16,'containLabel':true},
                 'xAxis':{'type':'category','data':['a','b'],'axisLabel':{'hideOverlap':true}},'yAxis':{'type':'value'},
                 'series':[{'type':'bar','data':[1,2.5]}]}"""));
    }

    @Test
    void seriesFollowTheFirstOrderOfTheCategories() {
        JsonNode option = option("{'chartType':'line','mapping':{'seriesField':'s'},'options':{'stack':true,'smooth':true},'data':["
                + "{'x':'b','y':1,'s':'q'},{'x':'a','y':2,'s':'p'},{'x':'c','y':3,'s':'q'},{'x':'b','y':4,'s':'p'}]}");

        assertThat(option.at("/xAxis/data")).isEqualTo(json("['b','a','c']"));
        assertThat(option.at("/legend/data")).isEqualTo(json("['q','p']"));
        assertThat(option.get("series")).isEqualTo(json(
                "[{'type':'line','name':'q','stack':'total','smooth':true,'data':[1,null,3]},{'type':'line','name':'p','stack':'total',"
                        + "'smooth':true,'data':[4,2,null]}]"));
    }

    @Test
    void nodesOfAGraphReferToItsCategories() {
        JsonNode series = option(
                "{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'A','category':'k'},{'id':'b','name':'B'},{'id':'c','name':'C',"
                        + "'category':'l'},{'id':'d','name':'D','category':'k'}],'links':[{'source':'a','target':'b','label':'knows'}]}}")
                .at("/series/0");

        assertThat(series.get("categories")).isEqualTo(json("[{'name':'k'},{'name':'l'}]"));
        assertThat(series.get("data")).isEqualTo(json(
                "[{'id':'a','name':'A','category':0},{'id':'b','name':'B'},{'id':'c','name':'C','category':1},{'id':'d','name':'D',"
                        + "'category':0}]"));
        assertThat(series.get("links")).isEqualTo(json("[{'source':'a','target':'b','value':'knows'}]"));
    }

    @Test
    void pieAcceptsFieldNamesOfOtherCharts() {
        assertThat(option("{'chartType':'pie','mapping':{'xField':'k','yField':'v'},'data':[{'k':'a','v':1}]}").at("/series/0/data"))
                .isEqualTo(json("[{'name':'a','value':1}]"));
        assertThat(option("{'chartType':'pie','data':[{'x':'a','y':1}]}").at("/series/0/data")).isEqualTo(json("[{'name':'a','value':1}]"));
        assertThat(option("{'chartType':'bar','mapping':{'nameField':'k','valueField':'v'},'data':[{'k':'a','v':1}]}").at("/series/0/data"))
                .isEqualTo(json("[1]"));
    }

    @Test
    void seriesFieldOfTheDocumentIsUsed() {
        JsonNode envelope = generate("{'chartType':'bar','data':[{'x':'a','y':1,'category':'p'},{'x':'a','y':2,'category':'q'}]}");

        assertThat(envelope.at("/data/option/legend/data")).isEqualTo(json("['p','q']"));
        assertThat(warnings(envelope)).containsExactly("mapping.seriesField was not given; category was used");
    }
}
