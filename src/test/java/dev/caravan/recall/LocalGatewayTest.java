package dev.caravan.recall;

import static dev.caravan.recall.RecallClient.BODY;

import dev.caravan.ServicesTest;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;

/** A gateway with the shipped example network, and a real MCP server and a real OpenAPI service behind it. */
abstract class LocalGatewayTest extends ServicesTest implements Recalling {

    static final String AOI = "/api/agent-operator-integration/internal-v1";

    final RecallClient recall = new RecallClient(port());

    @Autowired
    private List<CircuitBreaker> breakers;

    @Override
    public List<CircuitBreaker> breakers() {
        return breakers;
    }

    @Override
    public boolean recalls() {
        return action("at_treatment_plan").status() == 200 && action("at_disease_report").status() == 200;
    }

    RecallClient.Answer action(String actionType) {
        return recall.recall("?kn_id=kn_medical&at_id=" + actionType, BODY);
    }
}
