package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call of a toolbox's tool sets the headers of the service behind it, but for the account: that is the caller's own. */
@Tag("full")
class ToolboxAccountTest {

    private static final String REPORTS = "kReports-8e1f0b5c9a37";
    private static final String AGENT = "kAgent-b2d94c07e61a48f5";
    private static final String PROXY = "/api/agent-operator-integration/internal-v1/tool-box/medical/proxy/get_disease";
    private static final String CALL = "{\"path\":{\"disease_id\":\"d\"},\"header\":{%s}}";

    private static final LoopbackServices SERVICE = new LoopbackServices();
    private static OwnGateway gateway;
    private static RecallClient recall;

    @BeforeAll
    static void start() {
        SERVICE.operatorIntegration(json("{}"));
        gateway = OwnGateway.withAllRoutes().set("recall.local", true).set("example.url", SERVICE.url())
                .apiKey("reports", REPORTS, "tools:call").apiKey("agent", AGENT, "tools:call,accounts:act-as").start();
        recall = new RecallClient(gateway.port());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        SERVICE.close();
    }

    @Test
    void callUsesTheAccountOfTheCaller() {
        Map<String, String> asked = asked(REPORTS, "\"x-account-id\":\"boss\",\"X-ACCOUNT-Type\":\"app\",\"X-Request-Source\":\"t\"");

        assertThat(asked).containsEntry("x-account-id", "reports").containsEntry("x-account-type", "user").containsEntry("x-request-source",
                "t");
    }

    @Test
    void callerWithActAsNamesAnAccount() {
        assertThat(asked(AGENT, "\"x-account-id\":\"boss\",\"x-account-type\":\"app\"", "x-account-id", "other"))
                .containsEntry("x-account-id", "boss").containsEntry("x-account-type", "app");
        assertThat(asked(AGENT, "\"x-account-id\":\"boss\",\"x-account-type\":\"app\"")).containsEntry("x-account-id", "boss");
    }

    @Test
    void serviceGetsNoAccountWithoutTheSetting() {
        assertThat(asked(REPORTS, "", "x-account-id", "boss")).doesNotContainKeys("x-account-id", "x-account-type");
    }

    private static Map<String, String> asked(String key, String header, String... more) {
        SERVICE.asked();
        String[] headers = new String[2 + more.length];
        headers[0] = "X-API-Key";
        headers[1] = key;
        System.arraycopy(more, 0, headers, 2, more.length);
        RecallClient.Answer answer = recall.send("POST", PROXY, CALL.formatted(header), headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return SERVICE.asked().get(0).headers();
    }
}
