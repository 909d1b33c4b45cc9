package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A service that fails too often is left alone for a while, and is used again once it answers. */
@Tag("nightly")
class RecallBreakersTest extends UnreliableServicesTest {

    @Autowired
    private CircuitBreaker ontologyQueryBreaker;
    @Autowired
    private CircuitBreaker operatorIntegrationBreaker;
    @Autowired
    private CircuitBreaker mcpProxyBreaker;

    @Test
    void breakerOfOntologyQueryOpensAndCloses() {
        opensAndCloses(ontologyQueryBreaker, () -> SERVICES.ontologyQuery(status(500, "")), () -> SERVICES.ontologyQuery(json(FOUND)),
                () -> recall.recall(query(), BODY), LoopbackServices.ONTOLOGY_QUERY);
    }

    @Test
    void breakerOfAoiOpensAndCloses() {
        opensAndCloses(operatorIntegrationBreaker, () -> SERVICES.operatorIntegration(status(500, "")),
                () -> SERVICES.operatorIntegration(json(TOOLS)),
                () -> recall.recall(query(), BODY, "x-business-domain", "breaker" + unique++), LoopbackServices.OPERATOR_INTEGRATION);
    }

    @Test
    void refusedCallsDoNotOpenABreaker() {
        SERVICES.ontologyQuery(status(403, "{}"));
        for (int i = 0; i < 20; i++) {
            assertThat(recall.recall(query(), BODY).status()).isEqualTo(502);
        }
        assertThat(ontologyQueryBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void failingToolDoesNotOpenTheBreakerButAMissingAoiDoes() {
        SERVICES.operatorIntegration(status(500, "{}"));
        for (int i = 0; i < 12; i++) {
            recall.send("POST", CALL, "{}");
        }
        assertThat(mcpProxyBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        SERVICES.goAway();
        try {
            for (int i = 0; i < 12; i++) {
                assertThat(recall.send("POST", CALL, "{}").status()).isEqualTo(502);
            }
            assertThat(mcpProxyBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
            assertThat(recall.send("POST", CALL, "{}").json().get("description").asText()).contains("is paused for");
        } finally {
            SERVICES.comeBack();
        }
        SERVICES.operatorIntegration(json("{\"content\": []}"));
        await().untilAsserted(() -> assertThat(recall.send("POST", CALL, "{}").status()).isEqualTo(200));
    }

    private void opensAndCloses(CircuitBreaker breaker, Runnable fail, Runnable mend, Supplier<RecallClient.Answer> call, String path) {
        fail.run();
        for (int i = 0; i < 10; i++) {
            assertThat(call.get().status()).isEqualTo(502);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        SERVICES.asked();
        RecallClient.Answer paused = call.get();
        assertThat(paused.status()).isEqualTo(502);
        assertThat(paused.json().get("description").asText()).contains("is paused for");
        assertThat(SERVICES.asked()).noneMatch(asked -> asked.path().startsWith(path));

        mend.run();
        await().untilAsserted(() -> assertThat(call.get().status()).isEqualTo(200));
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
}
