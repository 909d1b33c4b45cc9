package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.closingMidway;
import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.recall.LoopbackServices.Behaviour;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A definition that AOI gave before stands in while AOI is down, for the account alone that saw it. */
@Tag("full")
class StaleDefinitionsTest extends UnreliableServicesTest {

    @Autowired
    private CircuitBreaker operatorIntegrationBreaker;

    @Test
    void cachedDefinitionIsUsedWhileAoiIsDown() {
        String query = query();
        assertThat(recall.recall(query, BODY).json().at("/headers/x-caravan-stale").isMissingNode()).isTrue();
        for (Behaviour down : new Behaviour[] {status(503, ""), json("garbage"), SERVICES.silent(), closingMidway()}) {
            SERVICES.operatorIntegration(down);
            JsonNode answer = within(() -> recall.recall(query, BODY)).json();
            assertThat(answer.at("/headers/x-caravan-stale").asText()).as(answer.toString()).isEqualTo("true");
            assertThat(answer.at("/_dynamic_tools/0/description").asText()).isEqualTo("first");
        }
        closeTheBreakers();
        SERVICES.operatorIntegration(json(TOOLS.replace("first", "second")));
        JsonNode fresh = recall.recall(query, BODY).json();
        assertThat(fresh.at("/_dynamic_tools/0/description").asText()).isEqualTo("second");
        assertThat(fresh.at("/headers/x-caravan-stale").isMissingNode()).isTrue();
    }

    @Test
    void cacheIsSeparateForEachAccount() {
        recall.recall(query(), BODY, "Authorization", "Bearer one");
        SERVICES.operatorIntegration(status(503, ""));
        assertThat(recall.recall(query(), BODY, "Authorization", "Bearer one").status()).isEqualTo(200);
        assertThat(recall.recall(query(), BODY, "Authorization", "Bearer other").status()).isEqualTo(502);
    }

    @Test
    void refusalOfAoiIsNotAnsweredFromTheCache() {
        String query = query();
        recall.recall(query, BODY, "x-business-domain", "refused");
        SERVICES.operatorIntegration(status(403, "{}"));
        assertThat(recall.recall(query, BODY, "x-business-domain", "refused").status()).isEqualTo(502);
        SERVICES.operatorIntegration(status(503, "{}"));
        assertThat(recall.recall(query, BODY, "x-business-domain", "refused").status()).as("it is forgotten").isEqualTo(502);
    }

    @Test
    void cachedDefinitionIsUsedWhileTheBreakerIsOpen() {
        String query = query();
        recall.recall(query, BODY);
        SERVICES.operatorIntegration(status(500, ""));
        for (int i = 0; i < 10; i++) {
            recall.recall(query, BODY);
        }
        assertThat(operatorIntegrationBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(recall.recall(query, BODY).json().at("/headers/x-caravan-stale").asText()).isEqualTo("true");
    }
}
