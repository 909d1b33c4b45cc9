package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.closingMidway;
import static dev.caravan.recall.LoopbackServices.dripping;
import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Behaviour;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A recall or call whose service is late, absent, wrong or gone in mid-answer fails in time and names the service. */
@Tag("nightly")
class BrokenServicesTest extends UnreliableServicesTest {

    private static Map<String, Behaviour> misbehaviours() {
        Map<String, Behaviour> all = new LinkedHashMap<>();
        all.put("silent", SERVICES.silent());
        all.put("dripping", dripping());
        all.put("closing midway", closingMidway());
        all.put("no JSON", json("<html>Bad gateway</html>"));
        all.put("no object", json("[1, 2]"));
        all.put("cut JSON", json("{\"tools\": ["));
        all.put("nothing", status(204, ""));
        all.put("500", status(500, "{\"code\": \"x\"}"));
        all.put("503 in HTML", status(503, "<html>down</html>"));
        all.put("redirect", exchange -> {
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
            exchange.sendResponseHeaders(302, -1);
        });
        all.put("401", status(401, "{}"));
        all.put("404", status(404, ""));
        all.put("too large", json("{\"x\": \"" + "x".repeat(3_000_000) + "\"}"));
        all.put("too deep", json("[".repeat(5_000) + "]".repeat(5_000)));
        return all;
    }

    @TestFactory
    Stream<DynamicTest> brokenOntologyQuery() {
        return misbehaviours().entrySet().stream().map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
            closeTheBreakers();
            SERVICES.ontologyQuery(one.getValue());
            RecallClient.Answer answer = within(() -> recall.recall(query(), BODY));
            assertThat(answer.error()).as(answer.text()).isEqualTo("502 ErrExtCommonExternalServerError");
            assertThat(answer.json().at("/details/service").asText()).isEqualTo("Ontology Query");
            assertThat(answer.json().get("description").asText()).startsWith("Ontology Query ");
        }));
    }

    @TestFactory
    Stream<DynamicTest> brokenToolListOfAoi() {
        return misbehaviours().entrySet().stream().map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
            allIsWell();
            closeTheBreakers();
            SERVICES.operatorIntegration(one.getValue());
            RecallClient.Answer answer = within(() -> recall.recall(query(), BODY, "x-business-domain", "new" + unique++));
            assertThat(answer.error()).as(answer.text()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
            assertThat(answer.json().at("/details/mcp_id").asText() + answer.json().at("/details/tool_name").asText()).isEqualTo("mt");
        }));
    }

    @TestFactory
    Stream<DynamicTest> brokenCallsThroughAoi() {
        return misbehaviours().entrySet().stream().map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
            closeTheBreakers();
            SERVICES.operatorIntegration(one.getValue());
            RecallClient.Answer answer = within(() -> {
                SERVICES.asked(); // only the last try counts
                return recall.send("POST", CALL, "{}");
            });
            assertThat(answer.error()).as(answer.text()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
            assertThat(SERVICES.asked()).as("a call is sent once").hasSize(1);
        }));
    }

    @Test
    void bothServicesLateStayWithinTheTimeout() {
        SERVICES.ontologyQuery(exchange -> {
            Thread.sleep(700);
            json(FOUND).answer(exchange);
        });
        SERVICES.operatorIntegration(SERVICES.silent());
        assertThat(within(() -> recall.recall(query(), BODY, "x-business-domain", "late")).error())
                .isEqualTo("502 ErrExtActionRecallMCPCallFailed");
    }

    @Test
    void absentServices() {
        SERVICES.goAway();
        try {
            assertThat(within(() -> recall.recall(query(), BODY)).json().get("description").asText())
                    .startsWith("Ontology Query can't be reached: ");
            assertThat(within(() -> recall.send("POST", CALL, "{}")).error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
        } finally {
            SERVICES.comeBack();
        }
        assertThat(recall.recall(query(), BODY).status()).isEqualTo(200);
    }

    @Test
    void errorNamesTheFailedService() {
        SERVICES.ontologyQuery(SERVICES.silent());
        JsonNode error = client
                .envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"unique_identity\": {\"id\": 1}}"))
                .get("error");
        assertThat(error.get("code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(error.at("/detail/code").asText()).isEqualTo("ErrExtCommonExternalServerError");
        assertThat(error.get("message").asText()).startsWith("Ontology Query did not answer within ");
    }
}
