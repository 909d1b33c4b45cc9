package dev.caravan.recall;

import static dev.caravan.recall.RecallClient.BODY;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import org.springframework.test.context.TestPropertySource;

/**
 * A gateway with the shipped example network, and a real MCP server and a real OpenAPI service behind it; shared by the classes that extend
 * it.
 */
@TestPropertySource(properties = "caravan.upstream.servers.medical.timeout=2s")
@WithServers(ServerKind.MEDICAL)
abstract class LocalGatewayTest extends RecallGatewayTest {

    static final String AOI = "/api/agent-operator-integration/internal-v1";

    @Override
    boolean recalls() {
        return action("at_treatment_plan").status() == 200 && action("at_disease_report").status() == 200;
    }

    RecallClient.Answer action(String actionType) {
        return recall.recall("?kn_id=kn_medical&at_id=" + actionType, BODY);
    }
}
