package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Options that the running gateway makes, drawn by the real ECharts 5 and 6. Needs Node and {@code npm ci} in src/test/charts; in CI it may
 * not be skipped.
 */
@Tag("full")
abstract class ChartRenderingTest extends GatewayTest {

    private final Map<String, ChartInput> inputs = new LinkedHashMap<>();
    private JsonNode seen;

    /** The {@link #input}s of the class. */
    abstract void inputs();

    /** How many there must be. */
    abstract int count();

    ChartInput input(String name, String arguments) {
        ChartInput input = new ChartInput(object(arguments.replace('\'', '"')));
        assertThat(inputs.put(name, input)).isNull();
        return input;
    }

    @BeforeAll
    void draw() throws Exception {
        EChartsRenderer.assumeInstalled();
        inputs();
        ObjectNode options = McpClient.JSON.createObjectNode();
        for (Map.Entry<String, ChartInput> input : inputs.entrySet()) {
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
    Stream<DynamicTest> echartsRendersTheOption() {
        assertThat(inputs).hasSize(count());
        return inputs.keySet().stream().flatMap(name -> Stream.of("5", "6")
                .map(version -> DynamicTest.dynamicTest(name + ", ECharts " + version,
                        () -> inputs.get(name).check(seen.get(name).get(version)))));
    }
}
