package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code echart_generate} reads dates by one rule, leaves out what is missing among them, and stacks series by time. */
class ChartTimesTest extends ChartToolTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"'20230210'|2023-02-10", "20230210|2023-02-10", "'2024-03'|2024-03-01",
        "'2024/03'|2024-03-01", "'2024/3/5'|2024-03-05", "'2024-3-5'|2024-03-05", "' 2024-03-05 '|2024-03-05",
        "'2024-03-05T00:00:00'|2024-03-05", "'2024-03-05 10:30'|2024-03-05T10:30", "'2024-03-05T10:30:00,5'|2024-03-05T10:30:00.500",
        "'20240305T103000Z'|2024-03-05T10:30:00Z", "'2024-03-05 10:30 +0530'|2024-03-05T05:00:00Z",
        "'2024-03-05T10:30-08'|2024-03-05T18:30:00Z"})
    void oneRuleReadsDates(String given, String time) {
        for (String type : new String[] {"line", "scatter"}) {
            JsonNode envelope = generate("{'chartType':'" + type + "','data':[{'x':" + given + ",'y':1}]}");

            assertThat(envelope.at("/data/option/xAxis/type").asText()).as(type).isEqualTo("time");
            assertThat(envelope.at("/data/option/series/0/data")).as(type).isEqualTo(json("[['" + time + "',1]]"));
            assertThat(warnings(envelope)).as(type).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'N/A'", "'n/a'", "'NA'", "'#N/A'", "'null'", "'None'", "'NaT'", "'-'", "'—'", "' '", "null"})
    void missingDateIsLeftOut(String missing) {
        JsonNode envelope = generate("{'chartType':'line','data':[{'x':" + missing + ",'y':1},{'x':'2024-01-01','y':2},"
                + "{'x':'2024-01-02','y':3},{'x':" + missing + ",'y':4}]}");

        assertThat(envelope.at("/data/option/series/0/data")).isEqualTo(json("[['2024-01-01',2],['2024-01-02',3]]"));
        assertThat(warnings(envelope))
                .containsExactly("x is missing in 2 of 4 rows; these rows have no place on the axis and were left out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'Total'", "'2024-02-30'", "'20241301'", "'2024-03T10:00'", "2024", "true"})
    void otherValuesAmongDatesAreTold(String other) {
        JsonNode envelope = generate("{'chartType':'line','data':[{'x':'2024-01-01','y':2},{'x':" + other + ",'y':1}]}");

        assertThat(envelope.at("/data/option/xAxis/type").asText()).isEqualTo("category");
        assertThat(warnings(envelope)).containsExactly("x is not a date in 1 of 2 rows (such as " + other.replace("'", "")
                + "); the other rows have dates, but the axis shows categories in the order of the rows");
    }

    @Test
    void yearsAndOtherNumbersAreNoDates() {
        assertThat(option("{'chartType':'line','data':[{'x':2023,'y':2},{'x':2024,'y':1}]}").at("/xAxis/data"))
                .isEqualTo(json("['2023','2024']"));
        JsonNode scatter = generate("{'chartType':'scatter','data':[{'x':20230210,'y':2},{'x':20239999,'y':1}]}");
        assertThat(scatter.at("/data/option/xAxis/type").asText()).isEqualTo("value");
        assertThat(warnings(scatter)).isEmpty();
    }

    @Test
    void fieldWithDatesIsTheAxis() {
        assertThat(option("{'chartType':'line','data':[{'sold':3,'day':'20240101'},{'sold':4,'day':'20240102'}]}").at("/series/0/data"))
                .isEqualTo(json("[['2024-01-01',3],['2024-01-02',4]]"));
    }

    @Test
    void stackedSeriesHaveEveryTime() {
        JsonNode option = option("{'chartType':'line','options':{'stack':true},'mapping':{'seriesField':'s'},'data':["
                + "{'x':'2024-01-01','y':1,'s':'p'},{'x':'2024-01-03','y':3,'s':'p'},{'x':'2024-01-02','y':10,'s':'q'},"
                + "{'x':'2024-01-03T00:00','y':20,'s':'q'}]}");

        assertThat(option.at("/series/0/data")).isEqualTo(json("[['2024-01-01',1],['2024-01-02',null],['2024-01-03',3]]"));
        assertThat(option.at("/series/1/data")).isEqualTo(json("[['2024-01-01',null],['2024-01-02',10],['2024-01-03',20]]"));
    }

    @Test
    void seriesThatAreNotStackedHaveTheirOwnTimes() {
        assertThat(option("{'chartType':'line','mapping':{'seriesField':'s'},'data':[{'x':'2024-01-01','y':1,'s':'p'},"
                + "{'x':'2024-01-02','y':10,'s':'q'}]}").at("/series/0/data")).isEqualTo(json("[['2024-01-01',1]]"));
    }

    @Test
    void tooManyTimesForAStackAreCategories() {
        String rows = IntStream.range(0, 2_000).mapToObj(i -> "{'x':'" + (3999 - i) + "-01-01','y':" + i + ",'s':'s" + i % 20 + "'}")
                .collect(Collectors.joining(","));
        JsonNode envelope = generate("{'chartType':'line','options':{'stack':true},'mapping':{'seriesField':'s'},'data':[" + rows + "]}");

        assertThat(envelope.at("/data/option/xAxis/type").asText()).isEqualTo("category");
        assertThat(envelope.at("/data/option/xAxis/data/0").asText()).isEqualTo("2000-01-01");
        assertThat(envelope.at("/data/option/series/19/data/0")).isEqualTo(json("[0,1999]"));
        assertThat(warnings(envelope)).contains("x has too many times for a stack; the times are categories, in the order of time");
    }
}
