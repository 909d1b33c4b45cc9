package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditedTools;
import dev.caravan.embedded.ServerKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the route alone from which size on a chart has no labels. */
@Tag("nightly")
class EditedChartsTest {

    private static final String PIE = "{\"chartType\":\"pie\",\"data\":[{\"x\":\"a\",\"y\":1},{\"x\":\"b\",\"y\":2},{\"x\":\"c\",\"y\":3}"
            + "]}";

    @Test
    void editedRouteSetsTheLengthOfLabels() throws Exception {
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO})) {
            assertThat(tools.data("echart_generate", PIE).at("/option/series/0/label").isMissingNode()).isTrue();

            tools.edit("tools/charts/echart_generate.camel.yaml", "constant: \"60\"", "constant: \"2\"");
            tools.until("echart_generate", PIE, data -> data.at("/option/series/0/label/show").isBoolean());
        }
    }
}
