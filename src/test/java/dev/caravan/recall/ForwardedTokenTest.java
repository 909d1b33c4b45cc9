package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.security.AuthorizationServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In mode oauth2 a service gets the caller's token where the settings say so, and the token is for that service. */
@Tag("full")
class ForwardedTokenTest {

    private static final AuthorizationServer ISSUER = new AuthorizationServer();
    private static final LoopbackServices SERVICES = new LoopbackServices();
    private static final String AOI = "https://aoi.example.com";

    private static GatewayLog log;
    private static OwnGateway gateway;
    private static RecallClient recall;

    @BeforeAll
    static void start() {
        SERVICES.ontologyQuery(
                json("{\"action_source\":{\"type\":\"mcp\",\"mcp_id\":\"m\",\"tool_name\":\"t\"},\"actions\":[{\"parameters\":{}}]}"));
        SERVICES.operatorIntegration(json("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}]}"));
        log = GatewayLog.recordDebug();
        gateway = OwnGateway.withAllRoutes().set("recall.ontology-query-url", SERVICES.url())
                .set("recall.operator-integration-url", SERVICES.url()).set("recall.timeout", "30s").set("recall.definitions-ttl", "0s")
                .settings("security.mode=oauth2", "security.oauth2.issuer=" + ISSUER.issuer(), "security.oauth2.audiences[0]=" + AOI,
                        "security.oauth2.audiences[1]=https://other.example.com",
                        "recall.operator-integration-authorization=forward", "recall.operator-integration-audience=" + AOI,
                        "recall.ontology-query-authorization=none").start();
        recall = new RecallClient(gateway.port());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        log.close();
        SERVICES.close();
        ISSUER.close();
    }

    @Test
    void tokenForTheServiceIsForwarded() {
        String token = ISSUER.token("alice", AOI, "tools:call");

        ask(token);

        assertThat(SERVICES.asked()).extracting(asked -> asked.path().split("/")[2] + " " + asked.headers().get("authorization"))
                .containsExactly("ontology-query null", "agent-operator-integration Bearer " + token);
    }

    @Test
    void tokenForAnotherAudienceIsNotForwarded() {
        ask(ISSUER.token("alice", "https://other.example.com", "tools:call"));

        assertThat(SERVICES.asked()).hasSize(2).allMatch(asked -> !asked.headers().containsKey("authorization"));
    }

    @Test
    void startLogNamesTheServiceThatGetsTheToken() {
        log.awaits("Authorization of callers service=Agent Operator Integration policy=forward audience=" + AOI,
                "Authorization of callers service=Ontology Query policy=none");
    }

    private static void ask(String token) {
        SERVICES.asked();
        RecallClient.Answer answer = recall.send("POST", RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", RecallClient.BODY, "Authorization",
                "Bearer " + token,
                "x-account-id", "a", "x-account-type", "user");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
}
