package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.EditableGatewayTest;
import dev.caravan.OwnRoutes;
import org.apache.camel.CamelContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declared arguments become headers, so none may have a name by which callers would steer the steps of a route. */
class ArgumentNameTest extends EditableGatewayTest {

    private final CamelContext context = bean(CamelContext.class);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "parameter.CamelHttpUri: string|Camel uses this name itself",
        "parameter.CaravanUpstreamServer: string|upstream: reads headers of such names",
        "parameter.caravanupstreamtool: string|upstream: reads headers of such names",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"CaravanUpstreamTimeout\":{\"type\":\"integer\"}}}'|upstream: reads headers of "
                + "such names"})
    void argumentNamedLikeAComponentHeaderIsRefused(String option, String reason) throws Exception {
        try (OwnRoutes routes = new OwnRoutes(context)) {
            assertThatThrownBy(() -> routes.add("steered", "ai-tool:steered", option, "- to: upstream:other?tool=greet"))
                    .hasStackTraceContaining(reason);
        }
    }
}
