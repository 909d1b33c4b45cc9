package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code echart_generate} answers any input with an option that the real ECharts draws, or with INVALID_ARGUMENT. */
@Tag("nightly")
class ChartRandomInputTest extends ChartToolTest {

    /** Whatever comes, the answer is an option that ECharts draws, or INVALID_ARGUMENT; never the tool's own failure. */
    @Test
    void randomInputsNeverFailUnexpectedly() throws Exception {
        Random random = new Random(20_240_501);
        ObjectNode sample = McpClient.JSON.createObjectNode();
        int options = 0;
        for (int i = 0; i < 3_000; i++) {
            String arguments = RandomChart.arguments(random);
            String answer = client
                    .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echart_generate\",\"arguments\":"
                            + arguments + "}}")
                    .body();
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
}
