package dev.caravan.chart;

import java.util.List;

/** ECharts draws the marks, texts and tooltips that the data of each kind of chart asks for. */
class ChartShapesRenderingTest extends ChartRenderingTest {

    @Override
    int count() {
        return 35;
    }

    @Override
    void inputs() {
        input("bar", "{'chartType':'bar','title':'Sales','data':[{'x':'Mon','y':1},{'x':'Tue','y':3},{'x':'Wed','y':2}]}")
                .marks(3).texts("Sales", "Mon", "Tue", "Wed", "3").warnings();
        input("line", "{'chartType':'line','title':'Load','data':[{'x':'Mon','y':1},{'x':'Tue','y':3},{'x':'Wed','y':2}]}")
                .marks(3).texts("Load", "Mon", "Tue", "Wed").warnings();
        input("pie", "{'chartType':'pie','title':'Share','data':[{'name':'A','value':1},{'name':'B','value':3}]}")
                .marks(2).texts("Share", "A", "B").warnings();
        input("scatter", "{'chartType':'scatter','title':'Size','data':[{'x':1,'y':10},{'x':5.5,'y':20},{'x':7,'y':12}]}")
                .marks(3).texts("Size", "7").warnings();
        input("graph",
                "{'chartType':'graph','title':'Map','graph':{'nodes':[{'id':'1','name':'North'},{'id':'2','name':'South'}],"
                        + "'links':[{'source':'1','target':'2','label':'road'}]}}")
                .marks(2).links(1).texts("Map", "North", "South", "road").warnings();
        input("bar by series",
                "{'chartType':'bar','mapping':{'xField':'month','yField':'n','seriesField':'city'},'data':[{'month':'Jan','n':1,"
                        + "'city':'Rome'},"
                + "{'month':'Feb','n':2,'city':'Oslo'},{'month':'Feb','n':3,'city':'Rome'},{'month':'Mar','n':4,'city':'Oslo'}]}")
                .marks(2, 2).texts("Jan", "Feb", "Mar", "Rome", "Oslo").warnings();
        input("bar stacked",
                "{'chartType':'bar','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},{'x':'a',"
                        + "'y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).texts("a", "b", "p", "q").reaches(11, 25).warnings();
        input("bar stacked with unit",
                "{'chartType':'bar','options':{'stack':true,'unit':'kg'},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},"
                        + "{'x':'a','y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).texts("kg", "a", "b", "p", "q").reaches(11, 25).tooltip("10", "kg").warnings();
        input("line stacked",
                "{'chartType':'line','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[{'x':'a','y':1,'s':'p'},{'x':'a',"
                        + "'y':10,'s':'q'},{'x':'b','y':5,'s':'p'},{'x':'b','y':20,'s':'q'}]}")
                .marks(2, 2).reaches(11, 25).warnings();
        input("times stacked",
                "{'chartType':'line','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[{'x':'2024-01-01','y':1,'s':'p'},"
                        + "{'x':'2024-01-03','y':3,'s':'p'},{'x':'2024-01-02','y':10,'s':'q'},{'x':'2024-01-03','y':20,'s':'q'}]}")
                .marks(2, 2).reaches(10, 23).warnings("The points were sorted by x");
        input("line smooth", "{'chartType':'LINE','options':{'smooth':true},'data':[{'x':'a','y':1},{'x':'b','y':9},{'x':'c','y':2}]}")
                .marks(3).warnings();
        input("smooth is for lines", "{'chartType':'Bar','options':{'smooth':true},'data':[{'x':'a','y':1}]}").marks(1)
                .warnings("options.smooth does not apply to bar");
        input("missing y", "{'chartType':'bar','data':[{'x':'a','y':1},{'x':'b'},{'x':'c','y':null},{'x':'d','y':4},{'x':'e','y':'-'}]}")
                .marks(2).texts("a", "b", "c", "d", "e").warnings("y is missing in 3 of 5 rows and became null");
        input("textual y",
                "{'chartType':'line','data':[{'x':'a','y':'1.5'},{'x':'b','y':'n/a'},{'x':'c','y':'1,234'},{'x':'d','y':' 7 '},{'x':'e',"
                        + "'y':'１２'},{'x':'f','y':'5%'}]}")
                .marks(5).reaches(1.5, 1234).warnings("y was text in 4 of 6 rows and became a number",
                        "y is missing in 1 of 6 rows and became null", "percentage in 1 of 6 rows (such as 5%)");
        input("Chinese",
                "{'chartType':'bar','title':'各城市销售额','options':{'unit':'万元'},'mapping':{'xField':'城市','yField':'销售额'},'data':[{'城市':'北京',"
                        + "'销售额':12},{'城市':'上海','销售额':15}]}")
                .marks(2).texts("各城市销售额", "北京", "上海", "万元").tooltip("北京", "万元", "销售额").warnings();
        input("Chinese pie",
                "{'chartType':'pie','options':{'unit':'人'},'mapping':{'nameField':'科室','valueField':'人数'},'data':[{'科室':'内科','人数':12},"
                        + "{'科室':'外科','人数':'8'}]}")
                .marks(2).texts("内科", "外科").tooltip("内科", "12", "人").warnings("人数 was text in 1 of 2 rows");
        input("time line", "{'chartType':'line','data':[{'x':'2024-01-03','y':3},{'x':'2024-01-01','y':1},{'x':'2024-01-02','y':2}]}")
                .marks(3).warnings("sorted by x");
        input("time line by series",
                "{'chartType':'line','options':{'unit':'°C'},'mapping':{'xField':'at','yField':'t','seriesField':'s'},"
                        + "'data':[{'at':'2024-01-01T00:00:00+05:30','t':3,'s':'in'},{'at':'2024-01-01T06:00:00Z','t':1,'s':'out'},"
                        + "{'at':'2024-01-02 00:00:00','t':2,'s':'in'}]}")
                .marks(2, 1).texts("in", "out", "°C").tooltip("°C").warnings("at has times with and without a time zone");
        input("time scatter", "{'chartType':'scatter','data':[{'x':'2024-02-03','y':3},{'x':'2024-02-01','y':1}]}").marks(2).warnings();
        input("category scatter", "{'chartType':'scatter','data':[{'x':'small','y':3},{'x':'large','y':1},{'x':'small','y':2}]}").marks(3)
                .texts("small", "large").warnings();
        input("scatter with unit and names",
                "{'chartType':'scatter','options':{'unit':'kg'},'mapping':{'xField':'height','yField':'weight','seriesField':'sex'},"
                        + "'data':[{'height':'170','weight':60,'sex':'f'},{'height':180,'weight':80,'sex':'m'},{'weight':1}]}")
                .marks(1, 1).texts("height", "weight (kg)", "f", "m").tooltip("height", "170", "weight (kg)", "60")
                .warnings("height was text in 1 of 3 rows", "height is missing in 1 of 3 rows");
        input("bars of dates keep their order", "{'chartType':'bar','data':[{'x':'2024-01-03','y':3},{'x':'2024-01-01','y':1}]}").marks(2)
                .texts("2024-01-03", "2024-01-01").warnings();
        input("negative", "{'chartType':'bar','data':[{'x':'a','y':-5},{'x':'b','y':5}]}").marks(2).reaches(-5, 5).texts("-6").warnings();
        input("negative in a pie", "{'chartType':'pie','data':[{'name':'A','value':-1},{'name':'B','value':3},{'name':'C','value':2}]}")
                .marks(2).texts("B", "C").warnings("value was negative in 1 of 3 slices (such as A)");
        input("pie that repeats", "{'chartType':'pie','data':[{'name':'A','value':1},{'name':'B','value':3},{'name':'A','value':2.5}]}")
                .marks(2).warnings("name occurs before in the same series in 1 of 3 rows (such as A)");
        input("bars that repeat", "{'chartType':'bar','data':[{'x':'a','y':0.1},{'x':'a','y':0.2},{'x':'b','y':1}]}").marks(2)
                .reaches(0.3, 1).warnings("x occurs before in the same series in 1 of 3 rows (such as a)");
        for (String type : List.of("bar", "line", "pie", "scatter")) {
            input("empty " + type, "{'chartType':'" + type + "','title':'Nothing','data':[]}").marks(0).texts("Nothing")
                    .warnings("data has no rows");
        }
        input("empty graph", "{'chartType':'graph','title':'Nothing','graph':{'nodes':[],'links':[]}}").marks(0).links(0).texts("Nothing")
                .warnings();
        input("all missing", "{'chartType':'line','data':[{'x':'a','y':null},{'x':'b','y':null}]}").marks(0).texts("a", "b")
                .warnings("y is missing in 2 of 2 rows");
        input("zeroes and one point", "{'chartType':'pie','data':[{'name':'only','value':0}]}").marks(1).warnings();
        input("graph with categories",
                "{'chartType':'graph','graph':{'nodes':[{'id':1,'name':'Ada','category':'person'},{'id':2,'name':'Paris',"
                        + "'category':'city'},{'id':3,'name':'Bob','category':'person'},{'id':'4'}],"
                        + "'links':[{'source':1,'target':2},{'source':'3','target':2,'label':'0010'},{'source':1,'target':'nobody'},"
                        + "{'source':'ghost','target':3}]}}")
                .marks(4).links(2).texts("Ada", "Paris", "Bob", "4", "person", "city", "0010").absent("1 > 2")
                .warnings("2 of 4 links (such as 1 → nobody) refer to a node that is not in the graph",
                        "id was a number in 3 of 4 nodes or links", "1 of 4 nodes have no name (such as 4)");
        input("graph that repeats",
                "{'chartType':'graph','graph':{'nodes':[{'id':'a','name':'A'},{'id':'a','name':'again'},{'name':'B'},{}],"
                        + "'links':[{'source':'a','target':'a'},{'source':'a','target':'B'},{'source':'a','target':'B'}]}}")
                .marks(2).links(3).texts("A", "B").absent("again")
                .warnings("have the id of a node before them", "have no id (such as B)", "neither id nor name");
    }
}
