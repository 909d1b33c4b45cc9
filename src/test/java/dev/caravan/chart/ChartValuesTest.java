package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code echart_generate} reads numbers and times from text, and keeps every digit of a number. */
class ChartValuesTest extends ChartToolTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"'12'|12", "' -3.5 '|-3.5", "'1,234,567.8'|1234567.8", "'１２．５'|12.5",
        "'+7'|7", "'1e3'|1000", "'.5'|0.5", "'−2'|-2", "'50%'|50",
        "'1,23'|null", "'12 kg'|null", "'0x10'|null", "'NaN'|null", "'Infinity'|null", "'-'|null", "''|null", "true|null", "[1]|null",
        "{'value':1}|null", "'1e999'|null", "1e-400|1e-400"})
    void numericTextBecomesNumbers(String given, String number) {
        JsonNode envelope = generate("{'chartType':'bar','data':[{'x':'a','y':" + given + "},{'x':'b','y':1}]}");

        JsonNode read = envelope.at("/data/option/series/0/data/0");
        assertThat(read.isNull() ? "null" : String.valueOf(read.asDouble()))
                .isEqualTo(number.equals("null") ? number : String.valueOf(Double.parseDouble(number)));
        if (!given.contains("1e-400") && !given.contains("1e999")) {
            assertThat(warnings(envelope)).hasSize(1).allMatch(warning -> warning.startsWith("y ") && warning.contains(" in 1 of 2 rows "));
        }
    }

    @Test
    void numbersKeepTheirDigits() {
        String answer = client
                .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echart_generate\",\"arguments\":"
                        + "{\"chartType\":\"bar\",\"data\":[{\"x\":9007199254740993,\"y\":9007199254740993},{\"x\":\"b\","
                        + "\"y\":3.141592653589793238462643383279}]}}}")
                .body();

        assertThat(answer).contains("\"data\":[\"9007199254740993\",\"b\"]", "\"data\":[9007199254740993,3.141592653589793238462643383279]",
                "y has more digits than ECharts can hold in 2 of 2 rows");
    }

    @Test
    void timesAreSortedAndInUtc() {
        JsonNode option = option(
                "{'chartType':'line','data':[{'x':'2024-01-01T10:00:00+05:30','y':2},{'x':'2024-01-01T04:00:00Z','y':1},"
                        + "{'x':'2024-01-01t05:00:00.5z','y':3}]}");

        assertThat(option.at("/xAxis/type").asText()).isEqualTo("time");
        assertThat(option.at("/series/0/data"))
                .isEqualTo(json("[['2024-01-01T04:00:00Z',1],['2024-01-01T04:30:00Z',2],['2024-01-01T05:00:00.500Z',3]]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-02-30", "2024", "202401", "24-01-01", "2024-01-01T25:00", "0050-01-01", "2024-W01-1", "today"})
    void textThatIsNoDateIsACategory(String x) {
        assertThat(option("{'chartType':'line','data':[{'x':'" + x + "','y':2},{'x':'2024-01-01','y':2}]}").at("/xAxis/data"))
                .isEqualTo(json("['" + x + "','2024-01-01']"));
    }
}
