package dev.caravan.chart;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;

/** ECharts draws ten thousand points and hundreds of series. */
@Tag("nightly")
class LargeChartRenderingTest extends ChartRenderingTest {

    @Override
    int count() {
        return 6;
    }

    @Override
    void inputs() {
        String rows = IntStream.range(0, 10_000).mapToObj(i -> "{'x':'category " + i + "','y':" + (i % 97) + ".125}")
                .collect(Collectors.joining(","));
        input("10,000 bars", "{'chartType':'bar','title':'Many','options':{'unit':'kg'},'data':[" + rows + "]}").points(10_000)
                .corners(2_500).texts("Many", "category 0", "kg").warnings();
        input("10,000 points of a line", "{'chartType':'line','title':'Many','data':[" + rows + "]}").corners(200)
                .texts("Many", "category 0").warnings();
        input("10,000 points of a scatter", "{'chartType':'scatter','title':'Many','data':[" + rows.replace("'category ", "'") + "]}")
                .points(10_000).corners(5_000).texts("Many").warnings("x was text in 10000 of 10000 rows");
        input("10,000 points in time", "{'chartType':'line','title':'Many','options':{'unit':'kg'},'data':[" + IntStream.range(0, 10_000)
                .mapToObj(i -> "{'x':'" + java.time.Instant.ofEpochSecond(1_700_000_000L + i * 60L) + "','y':" + i + "}")
                .collect(Collectors.joining(",")) + "]}").corners(200).texts("Many", "kg").warnings();
        input("10,000 slices", "{'chartType':'pie','title':'Many','data':[" + rows + "]}").marks(10_000).texts("Many", "category 0")
                .warnings();
        input("a sparse table", "{'chartType':'bar','mapping':{'seriesField':'s'},'data':[" + IntStream.range(0, 300)
                .mapToObj(i -> "{'x':'c" + i + "','y':" + (i + 1) + ",'s':'s" + i + "'}").collect(Collectors.joining(",")) + "]}")
                .marks(IntStream.range(0, 300).mapToObj(i -> 1).toArray(Integer[]::new)).warnings();
    }
}
