package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.security.AuthorizationServer;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service that has its own audience gets a token of the same caller that the authorization server exchanged for his. */
@Tag("nightly")
class ExchangedTokenTest {

    private static final AuthorizationServer ISSUER = new AuthorizationServer();
    private static final LoopbackServices SERVICES = new LoopbackServices();
    private static final String GATEWAY = "https://gateway.example.com";
    private static final String AOI = "https://aoi.example.com";

    private static OwnGateway gateway;
    private static RecallClient recall;

    @BeforeAll
    static void start() {
        SERVICES.ontologyQuery(
                json("{\"action_source\":{\"type\":\"mcp\",\"mcp_id\":\"m\",\"tool_name\":\"t\"},\"actions\":[{\"parameters\":{}}]}"));
        SERVICES.operatorIntegration(json("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}]}"));
        gateway = settings(ISSUER.issuer() + "/oauth2/token", AuthorizationServer.SECRET + "gateway").start();
        recall = new RecallClient(gateway.port());
    }

    private static OwnGateway.Builder settings(String address, String secret) {
        return OwnGateway.withAllRoutes().set("recall.ontology-query-url", SERVICES.url())
                .set("recall.operator-integration-url", SERVICES.url()).set("recall.timeout", "30s").set("recall.definitions-ttl", "0s")
                .settings("security.mode=oauth2", "security.oauth2.issuer=" + ISSUER.issuer(), "security.oauth2.audiences[0]=" + GATEWAY,
                        "recall.operator-integration-authorization=exchange", "recall.operator-integration-audience=" + AOI,
                        "recall.ontology-query-authorization=none",
                        "recall.token-exchange.url=" + address, "recall.token-exchange.client-id=gateway",
                        "recall.token-exchange.client-secret=" + secret);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        SERVICES.close();
        ISSUER.close();
    }

    @Test
    void serviceGetsAnExchangedTokenOfTheCaller() throws Exception {
        String token = ISSUER.token("alice", GATEWAY, "tools:call");
        SERVICES.asked();

        for (int i = 0; i < 2; i++) {
            RecallClient.Answer answer = ask(recall, token);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }

        List<String> sent = SERVICES.asked().stream().filter(asked -> asked.path().contains("operator-integration"))
                .map(asked -> asked.headers().get("authorization")).toList();
        assertThat(sent).hasSize(2).doesNotContain("Bearer " + token);
        assertThat(sent.get(0)).as("it is kept").isEqualTo(sent.get(1));
        JsonNode claims = claims(sent.get(0));
        assertThat(claims.get("sub").asText()).isEqualTo("alice");
        assertThat(claims.get("aud").toString()).contains(AOI).doesNotContain(GATEWAY);

        ask(recall, ISSUER.token("bob", GATEWAY, "tools:call"));
        String ofBob = SERVICES.asked().stream().filter(asked -> asked.path().contains("operator-integration")).findFirst().orElseThrow()
                .headers().get("authorization");
        assertThat(claims(ofBob).get("sub").asText()).isEqualTo("bob");
    }

    @Test
    void withoutATokenTheServiceIsNotCalled() {
        try (GatewayLog log = GatewayLog.recordDebug(); OwnGateway wrong = settings(ISSUER.issuer() + "/oauth2/token", "not it").start()) {
            SERVICES.asked();
            String token = ISSUER.token("alice", GATEWAY, "tools:call");
            RecallClient.Answer answer = ask(new RecallClient(wrong.port()), token);
            assertThat(answer.status()).as(answer.text()).isGreaterThanOrEqualTo(500);
            assertThat(answer.text()).contains(
                    "No access token for Agent Operator Integration: the authorization server answered with status 401 invalid_client")
                    .doesNotContain(token).doesNotContain("not it");
            assertThat(SERVICES.asked()).noneMatch(asked -> asked.path().contains("operator-integration"));
            assertThat(log.text()).doesNotContain(token).doesNotContain("not it");
        }
    }

    @Test
    void anIncompleteSettingIsRefusedAtStart() {
        assertThatThrownBy(() -> settings("", "").start().close())
                .hasStackTraceContaining(
                        "caravan.recall.operator-integration-authorization: exchange needs operator-integration-audience and "
                                + "token-exchange.url");
    }

    private static JsonNode claims(String authorization) throws IOException {
        return McpClient.JSON.readTree(Base64.getUrlDecoder().decode(authorization.split("\\.")[1]));
    }

    private static RecallClient.Answer ask(RecallClient recall, String token) {
        return recall.send("POST", RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", RecallClient.BODY, "Authorization", "Bearer " + token,
                "x-account-id", "a", "x-account-type", "user");
    }
}
