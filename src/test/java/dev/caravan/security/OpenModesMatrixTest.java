package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What needs no credentials: everything in mode none, and an MCP instance's own messages where its key suffices. */
@Tag("full")
class OpenModesMatrixTest {

    private static final String KEY = "kAll-5d0b7a60f3c04a2f";

    private static Map<String, String> instance(SecuredClient client, String... credentials) {
        String key = client.send("POST", "/api/v1/mcp", "{\"name\":\"mine\"}", credentials).json().at("/data/api_key").textValue();
        return Map.of("file", "main.js", "api_key", key);
    }

    @Test
    void modeNoneAllowsEverything() {
        SoftAssertions all = new SoftAssertions();
        try (OwnGateway gateway = OwnGateway.withAllRoutes().store().set("recall.local", true).start()) {
            SecuredClient client = new SecuredClient(gateway.url());
            Map<String, String> ids = instance(client);

            for (Endpoint endpoint : Endpoint.all()) {
                for (String[] credentials : new String[][] {{}, {"Authorization", "Bearer nonsense"}, {"X-API-Key", "nonsense"}}) {
                    SecuredClient.Answer answer = endpoint.send(client, endpoint.isMcp() ? ids : Map.of("file", "main.js"), credentials);
                    all.assertThat(answer.status()).as(endpoint + " " + answer.body()).isNotIn(401, 403, 429, 500, 503);
                }
            }
        }
        all.assertAll();
    }

    @Test
    void instanceKeySufficesOnlyAtItsInstance() {
        SoftAssertions all = new SoftAssertions();
        try (OwnGateway gateway = OwnGateway.withAllRoutes().store()
                .settings("recall.local=true", "security.instance-keys-suffice=true", "security.failed-logins.attempts=0")
                .apiKey("all", KEY, "tools:read,tools:call,catalogue:write").start()) {
            SecuredClient client = new SecuredClient(gateway.url());
            Map<String, String> right = instance(client, "X-API-Key", KEY);
            Map<String, String> wrong = Map.of("file", "main.js", "api_key", "no-such-key");

            for (Endpoint endpoint : Endpoint.all()) {
                boolean atInstance = endpoint.template().startsWith("/mcp/{api_key}")
                        || endpoint.toString().equals("GET /api/v1/mcp/{api_key}/tools"); // what MCP lists there
                SecuredClient.Answer answer = endpoint.send(client, right);
                SecuredClient.Answer other = endpoint.send(client, wrong);
                if (atInstance) {
                    all.assertThat(answer.status()).as(endpoint + " " + answer.body()).isNotIn(401, 403, 429, 500, 503);
                    all.assertThat(endpoint.send(client, right, "X-API-Key", "wrong").status()).as(endpoint.toString()).isEqualTo(401);
                    refused(all, endpoint, other);
                } else {
                    all.assertThat(List.of(answer.status(), other.status())).as(endpoint.toString()).allSatisfy(status ->
                    assertThat(status).isIn(!endpoint.isOpen() ? List.of(401)
                            : endpoint.statusWithoutLogin() == 0 ? List.of(200, 404) : List.of(endpoint.statusWithoutLogin())));
                }
            }
        }
        all.assertAll();
    }

    /**
     * There is nothing at the address of a key that no instance has. Notifications and DELETE without a session say nothing of instances.
     */
    private static void refused(SoftAssertions all, Endpoint endpoint, SecuredClient.Answer answer) {
        all.assertThat(answer.status()).as(endpoint + " " + answer.body())
                .isIn(endpoint.method().equals("DELETE") ? List.of(404, 405) : List.of(404));
    }
}
