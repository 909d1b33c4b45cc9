package dev.caravan.source;

import static dev.caravan.source.oauth.LoginVisit.login;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.RouteYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Only operators see the address of the gateway's own login, since whoever uses it decides whose account all lists and calls have. */
@Tag("full")
class GatewayLoginTest extends SourceGateways {

    private static final String LOGIN = "/oauth/login/";

    private MixUpServer server;
    private RestClient editor;
    private RestClient reader;

    @Override
    protected OwnGateway.Builder gateway(Path files) {
        try {
            server = new MixUpServer(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        save(files.resolve("servers/guarded.yaml"), "{url: '" + server.url()
                + "/mcp', oauth: {grant: login, issuer: '" + server.url() + "'}, expose: {}}\n");
        return super.gateway(files).apiKey("rita", "k-reader", "tools:read,tools:call")
                .apiKey("ed", "k-editor", "tools:read,sources:write")
                .file("ask", RouteYaml.tool("ask", "description: Asks", "- to: upstream:guarded?tool=greet"))
                .file("list", RouteYaml.tool("list", "description: Lists", "- to: upstream:guarded?operation=listTools"));
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @BeforeEach
    void awaitLogin() {
        editor = rest.withKey("k-editor");
        reader = rest.withKey("k-reader");
        until(() -> state(editor).path("problem").isTextual());
    }

    @Test
    void editorsAndOperatorsSeeTheAddress() throws Exception {
        String health = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health")).build(),
                HttpResponse.BodyHandlers.ofString()).body();

        assertThat(login(state(editor).path("login").asText()))
                .isEqualTo(login(McpClient.object(health).at("/components/sources/details/servers/guarded/login").asText()));
    }

    @Test
    void readersSeeThatTheGatewayMustLogIn() {
        assertThat(state(reader).toString()).doesNotContain(LOGIN);
        assertThat(state(reader).path("login").isNull()).isTrue();
        assertThat(state(reader).path("problem").asText()).contains("The gateway must log in at the upstream server guarded", "operator");
        assertThat(reader.get("/api/v1/upstream").json().toString()).doesNotContain(LOGIN);
        assertThat(reader.ask("GET", "/page/state", null).json().toString()).doesNotContain(LOGIN).contains("operator");
    }

    @Test
    void callsThatReadListsDoNotShowTheAddress() {
        String refused = call("list", "{}").toString();

        assertThat(refused).doesNotContain(LOGIN).contains("The gateway must log in at the upstream server guarded");
    }

    @Test
    void callersGetTheirOwnLogin() {
        String own = login(call("ask", "{}").toString());

        assertThat(own).isNotEqualTo(login(state(editor).path("login").asText()));
        assertThat(call("ask", "{\"elicitation\":{\"url\":{}}}").at("/inputRequests").toString()).contains(own);
    }

    @Test
    void asksNoClientToLogInForTheGateway() {
        assertThat(call("list", "{\"elicitation\":{\"url\":{}}}").toString()).doesNotContain(LOGIN).doesNotContain("inputRequests");
    }

    private JsonNode call(String tool, String capabilities) {
        ObjectNode params = McpClient.object("{\"arguments\":{}}").put("name", tool);
        return gateway.client().modernCall(params, capabilities, "X-API-Key", "k-reader").result();
    }

    private static JsonNode state(RestClient caller) {
        return caller.get("/api/v1/sources").data().path(0);
    }
}
