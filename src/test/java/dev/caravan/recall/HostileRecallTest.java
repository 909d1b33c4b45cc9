package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.McpClient;
import dev.caravan.json.HostileRequests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each endpoint of recall answers each hostile value in each of its members. */
@Tag("nightly")
class HostileRecallTest extends LocalGatewayTest {

    @Test
    void everyEndpointAnswersEveryValue() {
        HostileRequests requests = new HostileRequests(port(), Map.of("x-account-id", "a", "x-account-type", "user"))
                .with("kn_id", TextNode.valueOf("kn_medical"))
                .with("at_id", TextNode.valueOf("at_disease_report")).with("mcp_id", TextNode.valueOf("medical"))
                .with("tool_name", TextNode.valueOf("treatment_plan"))
                .with("unique_identity", McpClient.object("{\"disease_id\":\"disease_000001\"}"));

        requests.toEndpoints(RecallClient.DOCUMENT);

        assertThat(requests.sent()).isGreaterThan(100);
    }
}
