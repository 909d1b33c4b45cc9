package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.closingMidway;
import static dev.caravan.recall.LoopbackServices.dripping;
import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.slow;
import static dev.caravan.recall.LoopbackServices.status;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Behaviour;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What becomes of recalls and calls when Ontology Query or AOI is late, absent, wrong or gone in mid-answer. */
@org.junit.jupiter.api.extension.ExtendWith(OutputCaptureExtension.class)
class RecallFailuresTest extends RecallGatewayTest {

    private static final String BODY = "{\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";
    private static final String CALL = "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call";
    private static final String FOUND = "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"m\", \"tool_name\": \"t\"}, \"actions\": [{\"parameters\": {}}]}";
    private static final String TOOLS = "{\"tools\": [{\"name\": \"t\", \"description\": \"first\", \"inputSchema\": {\"type\": \"object\"}}]}";


    private static final Duration WITHIN = Duration.ofMillis(2_000);

    private static int unique;

    @Autowired
    private CircuitBreaker ontologyQueryBreaker;
    @Autowired
    private CircuitBreaker operatorIntegrationBreaker;
    @Autowired
    private CircuitBreaker mcpProxyBreaker;

    @BeforeEach
    void allIsWell() {
        SERVICES.ontologyQuery(json(FOUND));
        SERVICES.operatorIntegration(json(TOOLS));
        recall.recall(query(), BODY); // connections and classes are there
    }

    /** Of a network that nobody asked for before, so that nothing is known of it. */
    private static String query() {
        return "?kn_id=kn&at_id=at_" + unique++;
    }

    private static Map<String, Behaviour> misbehaviours() {
        Map<String, Behaviour> all = new LinkedHashMap<>();
        all.put("silent", slow(5_000));
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
    Stream<DynamicTest> ontologyQuery() {
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
    Stream<DynamicTest> theToolsOfAoi() {
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
    Stream<DynamicTest> callsThroughAoi() {
        return misbehaviours().entrySet().stream().map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
            closeTheBreakers();
            SERVICES.operatorIntegration(one.getValue());
            SERVICES.asked();
            RecallClient.Answer answer = within(() -> recall.send("POST", CALL, "{}"));
            assertThat(answer.error()).as(answer.text()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
            assertThat(SERVICES.asked()).as("a call is sent once").hasSize(1);
        }));
    }

    private static RecallClient.Answer within(java.util.function.Supplier<RecallClient.Answer> call) {
        Instant begin = Instant.now();
        RecallClient.Answer answer = call.get();
        assertThat(Duration.between(begin, Instant.now())).as(answer.text()).isLessThan(WITHIN);
        return answer;
    }

    @Test
    void bothLateTogetherAreWithinTheTimeToo() {
        SERVICES.ontologyQuery(exchange -> {
            Thread.sleep(1_200);
            json(FOUND).answer(exchange);
        });
        SERVICES.operatorIntegration(slow(1_200));
        assertThat(within(() -> recall.recall(query(), BODY, "x-business-domain", "late")).error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
    }

    @Test
    void absentServices() {
        SERVICES.goAway();
        try {
            assertThat(within(() -> recall.recall(query(), BODY)).json().get("description").asText()).startsWith("Ontology Query can't be reached: ");
            assertThat(within(() -> recall.send("POST", CALL, "{}")).error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
        } finally {
            SERVICES.comeBack();
        }
        assertThat(recall.recall(query(), BODY).status()).isEqualTo(200);
    }

    @Test
    void detailsAreKeptAndSecretsAreNot(CapturedOutput output) {
        String secret = "s3cr3t-of-the-caller";
        String said = "{\"description\": \"the token Bearer " + secret + " was refused\", \"echo\": {\"Authorization\": \"Bearer " + secret
                + "\", \"password\": \"hunter2-zz\", \"api_key\": 4711007, \"user\": \"ada\"}, \"url\": \"http://root:hunter3-zz@db/\"}";
        SERVICES.operatorIntegration(status(403, said));
        RecallClient.Answer json = recall.recall(query(), BODY, "Authorization", "Bearer " + secret);
        assertThat(json.json().at("/details/status").asInt()).isEqualTo(403);
        assertThat(json.json().at("/details/body/echo/user").asText()).isEqualTo("ada");
        assertThat(json.json().at("/details/body/description").asText()).contains("was refused");
        SERVICES.operatorIntegration(status(500, "Traceback: password=hunter2-zz&token: " + secret + " at http://root:hunter3-zz@db/ x-api-key: '4711007'"));
        RecallClient.Answer text = recall.send("POST", CALL, "{\"ssn\": \"078-05-1120\"}", "Authorization", "Bearer " + secret);
        assertThat(text.json().at("/details/body").asText()).startsWith("Traceback");
        assertThat(json.text() + text.text() + output).doesNotContain(secret, "hunter2-zz", "hunter3-zz", "4711007", "078-05-1120");
        assertThat(output).as("the log says which").contains("mcp_id=m").contains("tool_name=t");
    }

    @Test
    void section8_theStepsOfARecallAreInTheLog(CapturedOutput output) {
        recall.recall("?kn_id=kn_logged&at_id=at_logged", BODY, "Authorization", "Bearer not-for-the-log");
        assertThat(output.getOut()).containsSubsequence("Ontology Query: POST", "at_logged", "Ontology Query answered 200 after", "Recall kn_logged/at_logged",
                "Agent Operator Integration: GET", "mcp_id=m", "Agent Operator Integration answered 200 after", "is converted");
        assertThat(output.getOut()).doesNotContain("not-for-the-log");
    }

    @Test
    void callsThroughTheProxyAreAudited(CapturedOutput output) {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        SERVICES.operatorIntegration(json("{\"content\": [], \"is_error\": true}"));
        recall.send("POST", CALL, "{\"ssn\": \"078-05-1120\"}", "traceparent", "00-" + trace + "-b7ad6b7169203331-01", "X-User-Id", "ada");
        SERVICES.operatorIntegration(status(503, ""));
        recall.send("POST", CALL, "{}");
        await().atMost(5, SECONDS).untilAsserted(() -> assertThat(output.getOut())
                .containsPattern("\"caller\":\"ada\",\"mcpServer\":\"m\",\"tool\":\"t\",\"argumentsSha256\":\"[0-9a-f]{64}\",\"outcome\":\"TOOL_ERROR\",\"tookMs\":\\d+,\"traceId\":\"" + trace + "\"")
                .contains("\"outcome\":\"ErrExtActionRecallMCPCallFailed\""));
        assertThat(output.getOut()).doesNotContain("078-05-1120");
    }

    @Test
    void longAnswersAreCutInDetails() {
        SERVICES.operatorIntegration(status(500, "é".repeat(100_000)));
        assertThat(recall.send("POST", CALL, "{}").json().at("/details/body").asText()).hasSizeBetween(1_000, 2_001).endsWith("…");
    }

    @Test
    void anEarlierDefinitionStandsInWhileAoiIsDown() {
        String query = query();
        assertThat(recall.recall(query, BODY).json().at("/headers/x-caravan-stale").isMissingNode()).isTrue();
        for (Behaviour down : new Behaviour[] {status(503, ""), json("garbage"), slow(5_000), closingMidway()}) {
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
    void whatOneAccountSawStandsInForNoOther() {
        recall.recall(query(), BODY, "Authorization", "Bearer one");
        SERVICES.operatorIntegration(status(503, ""));
        assertThat(recall.recall(query(), BODY, "Authorization", "Bearer one").status()).isEqualTo(200);
        assertThat(recall.recall(query(), BODY, "Authorization", "Bearer other").status()).isEqualTo(502);
    }

    @Test
    void whatAoiRefusesIsNotAnsweredFromBefore() {
        String query = query();
        recall.recall(query, BODY, "x-business-domain", "refused");
        SERVICES.operatorIntegration(status(403, "{}"));
        assertThat(recall.recall(query, BODY, "x-business-domain", "refused").status()).isEqualTo(502);
        SERVICES.operatorIntegration(status(503, "{}"));
        assertThat(recall.recall(query, BODY, "x-business-domain", "refused").status()).as("it is forgotten").isEqualTo(502);
    }

    @Test
    void theBreakerOfOntologyQueryOpensAndClosesByItself() {
        opensAndCloses(ontologyQueryBreaker, () -> SERVICES.ontologyQuery(status(500, "")), () -> SERVICES.ontologyQuery(json(FOUND)),
                () -> recall.recall(query(), BODY), LoopbackServices.ONTOLOGY_QUERY);
    }

    @Test
    void theBreakerOfAoiOpensAndClosesByItself() {
        opensAndCloses(operatorIntegrationBreaker, () -> SERVICES.operatorIntegration(status(500, "")), () -> SERVICES.operatorIntegration(json(TOOLS)),
                () -> recall.recall(query(), BODY, "x-business-domain", "breaker" + unique++), LoopbackServices.OPERATOR_INTEGRATION);
    }

    private void opensAndCloses(CircuitBreaker breaker, Runnable fail, Runnable mend, java.util.function.Supplier<RecallClient.Answer> call, String path) {
        fail.run();
        for (int i = 0; i < 10; i++) {
            assertThat(call.get().status()).isEqualTo(502);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        SERVICES.asked();
        RecallClient.Answer paused = call.get();
        assertThat(paused.status()).isEqualTo(502);
        assertThat(paused.json().get("description").asText()).contains("is left alone for");
        assertThat(SERVICES.asked()).noneMatch(asked -> asked.path().startsWith(path));

        mend.run();
        await().atMost(20, SECONDS).untilAsserted(() -> assertThat(call.get().status()).isEqualTo(200));
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void theDefinitionStandsInWhileTheBreakerIsOpen() {
        String query = query();
        recall.recall(query, BODY);
        SERVICES.operatorIntegration(status(500, ""));
        for (int i = 0; i < 10; i++) {
            recall.recall(query, BODY);
        }
        assertThat(operatorIntegrationBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(recall.recall(query, BODY).json().at("/headers/x-caravan-stale").asText()).isEqualTo("true");
    }

    @Test
    void aRefusedCallerDoesNotOpenABreaker() {
        SERVICES.ontologyQuery(status(403, "{}"));
        for (int i = 0; i < 20; i++) {
            assertThat(recall.recall(query(), BODY).status()).isEqualTo(502);
        }
        assertThat(ontologyQueryBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aFailingToolKeepsNobodyFromTheOthersButAnAbsentAoiDoes() {
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
            assertThat(recall.send("POST", CALL, "{}").json().get("description").asText()).contains("is left alone for");
        } finally {
            SERVICES.comeBack();
        }
        SERVICES.operatorIntegration(json("{\"content\": []}"));
        await().atMost(20, SECONDS).untilAsserted(() -> assertThat(recall.send("POST", CALL, "{}").status()).isEqualTo(200));
    }

    @Test
    void theToolSaysWhichServiceFailed() {
        SERVICES.ontologyQuery(slow(5_000));
        JsonNode error = client.envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"unique_identity\": {\"id\": 1}}")).get("error");
        assertThat(error.get("code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(error.at("/detail/code").asText()).isEqualTo("ErrExtCommonExternalServerError");
        assertThat(error.get("message").asText()).startsWith("Ontology Query did not answer within ");
    }
}
