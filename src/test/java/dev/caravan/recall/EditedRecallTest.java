package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import org.junit.jupiter.api.Test;

/** An operator changes in the route alone what becomes of an action whose source is of a type that the gateway doesn't know. */
class EditedRecallTest {

    private static final String UNKNOWN = "{\"kn_id\":\"kn_medical\",\"at_id\":\"at_unknown_source\",\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";

    @Test
    void editedRouteHandlesAnotherTypeOfSource() throws Exception {
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO}, "recall.local=true")) {
            JsonNode refused = tools.client().envelope("get_action_info", McpClient.object(UNKNOWN));
            assertThat(refused.at("/error/detail/code").asText()).as(refused.toString()).isEqualTo("ErrExtActionRecallUnsupportedType");

            tools.edit("recall/get_action_info.camel.yaml", "${variable.actionSource} == ''", "${variable.actionSource} not in 'tool,mcp'");
            tools.untilEnvelope("get_action_info", UNKNOWN, envelope -> envelope.at("/data/_dynamic_tools").isArray() && envelope.at("/data/_dynamic_tools").isEmpty());
        }
    }
}
