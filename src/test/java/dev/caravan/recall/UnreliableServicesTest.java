package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.test.context.TestPropertySource;

/**
 * Both services answer well until a test makes them fail, and the gateway waits for them as briefly as by default; shared by the classes
 * that extend it.
 */
@TestPropertySource(properties = {"caravan.recall.timeout=1500ms", "caravan.recall.call-timeout=1s"})
abstract class UnreliableServicesTest extends LoopbackGatewayTest {

    static final String CALL = "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call";
    static final String FOUND = "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"m\", \"tool_name\": \"t\"}, \"actions\": "
            + "[{\"parameters\": {}}]}";
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

    @AfterEach
    void endTheSilence() {
        SERVICES.release();
    }

    /** Returns the first of up to three answers that comes in time: a busy machine delays one. */
    static RecallClient.Answer within(Supplier<RecallClient.Answer> call) {
        for (int tries = 1;; tries++) {
            Instant begin = Instant.now();
            RecallClient.Answer answer = call.get();
            Duration took = Duration.between(begin, Instant.now());
            if (took.compareTo(WITHIN) < 0) {
                return answer;
            }
            assertThat(tries).as("%s after %s, and twice before as late", answer.text(), took).isLessThan(3);
        }
    }
}
