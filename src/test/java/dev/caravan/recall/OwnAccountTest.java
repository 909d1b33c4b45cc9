package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The account that services are told is the caller's own; only callers with the scope accounts:act-as name another. */
class OwnAccountTest {

    private static final String REPORTS = "kReports-8e1f0b5c9a37";
    private static final String AGENT = "kAgent-b2d94c07e61a48f5";
    private static final String PROXY = "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call";

    private static final LoopbackServices SERVICES = new LoopbackServices();
    private static OwnGateway gateway;
    private static RecallClient recall;

    @BeforeAll
    static void start() {
        SERVICES.ontologyQuery(json("{}"));
        SERVICES.operatorIntegration(json("{}"));
        gateway = OwnGateway.withAllRoutes().set("recall.ontology-query-url", SERVICES.url()).set("recall.operator-integration-url", SERVICES.url()).set("recall.timeout", "30s")
                .apiKey("reports", REPORTS, "tools:call").apiKey("agent", AGENT, "tools:call,accounts:act-as").start();
        recall = new RecallClient(gateway.port());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        SERVICES.close();
    }

    @Test
    void aCallerIsNobodyElse() {
        assertThat(account(REPORTS, RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", BODY)).isEqualTo("reports user");
        assertThat(account(REPORTS, PROXY, "{}")).isEqualTo("reports user");
    }

    @Test
    void aCallerWhoMayActForOthersNamesThem() {
        assertThat(account(AGENT, RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", BODY)).isEqualTo("boss app");
        assertThat(account(AGENT, PROXY, "{}")).isEqualTo("boss app");
    }

    private static String account(String key, String path, String body) {
        SERVICES.asked();
        RecallClient.Answer answer = recall.send("POST", path, body, "X-API-Key", key, "x-account-id", "boss", "x-account-type", "app");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Map<String, String> asked = SERVICES.asked().get(0).headers();
        return asked.get("x-account-id") + " " + asked.get("x-account-type");
    }
}
