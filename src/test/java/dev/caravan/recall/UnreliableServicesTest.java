package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;

/** Both services answer well until a test makes them fail; shared by the classes that extend it. */
abstract class UnreliableServicesTest extends LoopbackGatewayTest {

    static final String CALL = "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call";
    static final String FOUND = "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"m\", \"tool_name\": \"t\"}, \"actions\": [{\"parameters\": {}}]}";
    static final String TOOLS = "{\"tools\": [{\"name\": \"t\", \"description\": \"first\", \"inputSchema\": {\"type\": \"object\"}}]}";
    static final Duration WITHIN = Duration.ofMillis(2_000);
    static int unique;

    @BeforeEach
    void allIsWell() {
        SERVICES.ontologyQuery(json(FOUND));
        SERVICES.operatorIntegration(json(TOOLS));
        recall.recall(query(), BODY); // connections and classes are there
    }

    /** Of a network that nobody asked for before, so that nothing is known of it. */
    static String query() {
        return "?kn_id=kn&at_id=at_" + unique++;
    }

    static RecallClient.Answer within(Supplier<RecallClient.Answer> call) {
        Instant begin = Instant.now();
        RecallClient.Answer answer = call.get();
        assertThat(Duration.between(begin, Instant.now())).as(answer.text()).isLessThan(WITHIN);
        return answer;
    }
}
