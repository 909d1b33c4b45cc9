package dev.caravan.security;

import static dev.caravan.KeyedGateway.ALICE;
import static dev.caravan.KeyedGateway.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.KeyedGateway;
import dev.caravan.OwnGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is sent in another caller's session is answered exactly as in a session that does not exist. */
class AnothersSessionTest {

    private static OwnGateway gateway;
    private static SecuredClient client;
    private static String session;

    @BeforeAll
    static void start() {
        gateway = KeyedGateway.builder().start();
        client = new SecuredClient(gateway.url());
        session = client
                .rpc("initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}",
                        "X-API-Key", ALICE)
                .header("Mcp-Session-Id");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Every legacy message but the one that begins a session, a response, the stream, and the end of the session. */
    static List<Endpoint> requests() {
        List<Endpoint> requests = new ArrayList<>();
        RightsTable.messages().stream().filter(message -> message.eras().contains("legacy") && !message.method().equals("initialize"))
                .forEach(message -> requests.add(Endpoint.of("/mcp", message, "legacy", message.params())));
        requests.add(new Endpoint("POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}", null, "-", "caller", List.of()));
        requests.addAll(Endpoint.all().stream().filter(endpoint -> endpoint.template().equals("/mcp") && !endpoint.isMessage()).toList());
        return requests;
    }

    @ParameterizedTest
    @MethodSource("requests")
    void sessionOfAnotherCallerLooksLikeAMissingOne(Endpoint request) {
        SecuredClient.Answer another = request.send(client, Map.of(), "X-API-Key", BOB, "Mcp-Session-Id", session);
        SecuredClient.Answer missing = request.send(client, Map.of(), "X-API-Key", BOB, "Mcp-Session-Id", "no-such-session");

        assertThat(another.status()).as(another.body()).isEqualTo(404).isEqualTo(missing.status());
        assertThat(another.body()).isEqualTo(missing.body());
        assertThat(another.headers().map().keySet()).isEqualTo(missing.headers().map().keySet());
        assertThat(client.rpc("ping", "{}", "X-API-Key", ALICE, "Mcp-Session-Id", session).status()).as("it goes on").isEqualTo(200);
    }
}
