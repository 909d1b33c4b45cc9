package dev.caravan.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server with {@code grant: login} gets the token of the user, who logs in once in a browser. */
class UserLoginTest extends GuardedGateways {

    private static final Pattern LOGIN = Pattern.compile(GATEWAY + "/oauth/login/[A-Za-z0-9_-]+");

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void eachUserLogsInOnceAndCallsWithHisOwnToken() throws Exception {
        startGateway("{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web', scopes: ['tools:read', 'tools:call']}");
        String alice = token("alice");
        logIn(healthLogin(), "operator", 200);
        until(() -> toolsFor(alice).contains("greet"));

        String login = login(greet(alice));
        assertThat(server.callers()).as("nobody is called with the login of the gateway").isEmpty();
        String answered = logIn(login, "alice", 200);
        assertThat(greet(alice)).isEqualTo("Hello, alice");
        assertThat(greet(alice)).as("the token is refreshed, since it lives less than half a minute").isEqualTo("Hello, alice");

        String ofBob = login(greet(token("bob")));
        assertThat(ofBob).as("bob does not call with alice's token").isNotEqualTo(login);
        assertThat(server.callers()).containsOnly("alice");

        assertThat(send(request(answered)).statusCode()).as("a login is finished once").isEqualTo(400);
        String stolen = authorize(start(ofBob), "bob");
        assertThat(send(request(stolen)).body()).as("another browser can't finish it").contains("another browser");
        assertThat(send(request(stolen.replaceFirst("state=[^&]*", "state=guessed"))).statusCode()).isEqualTo(400);
    }

    @Test
    @Tag("full")
    void clientWithUrlElicitationIsAskedToLogIn() throws Exception {
        startGateway("{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web', scopes: ['tools:read', 'tools:call']}");
        String alice = token("alice");
        logIn(healthLogin(), "operator", 200);
        until(() -> toolsFor(alice).contains("greet"));

        JsonNode asked = modern(alice, McpClient.object("{\"name\":\"greet\",\"arguments\":{}}"));
        assertThat(asked.path("resultType").asText()).as(asked.toString()).isEqualTo("input_required");
        String key = asked.get("inputRequests").fieldNames().next();
        JsonNode question = asked.at("/inputRequests/" + key + "/params");
        assertThat(question.get("mode").asText()).isEqualTo("url");
        logIn(login(question.get("url").asText()), "alice", 200);

        ObjectNode again = McpClient.object("{\"name\":\"greet\",\"arguments\":{}}").put("requestState", asked.get("requestState").asText());
        again.putObject("inputResponses").putObject(key).put("action", "accept");
        assertThat(modern(alice, again).at("/content/0/text").asText()).isEqualTo("Hello, alice");
    }

    private JsonNode modern(String token, ObjectNode params) {
        ObjectNode full = params.deepCopy();
        full.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", McpClient.MODERN).set("io.modelcontextprotocol/clientCapabilities", McpClient.object("{\"elicitation\":{\"url\":{}}}"));
        return gateway.client().post(McpClient.request("tools/call", full).toString(), "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "greet",
                "Authorization", "Bearer " + token).result();
    }

    @Test
    @Tag("full")
    void loginIsRepeatedForMoreScopes() throws Exception {
        startGateway("{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web'}");
        String alice = token("alice");
        logIn(healthLogin(), "operator", 200);
        until(() -> toolsFor(alice).contains("greet"));
        logIn(login(greet(alice)), "alice", 200);
        String more = login(greet(alice));
        assertThat(send(start(more)).headers().firstValue("Location").orElseThrow()).contains("tools:call").contains("tools:read");
        logIn(more, "alice", 200);
        assertThat(greet(alice)).isEqualTo("Hello, alice");
    }

    /** Returns the address of the login for the gateway itself. */
    private String healthLogin() {
        String[] found = new String[1];
        until(() -> {
            Matcher login = LOGIN.matcher(send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health")).build()).body());
            found[0] = login.find() ? login.group() : null;
            return found[0] != null;
        });
        return found[0];
    }

    private static String login(String text) {
        Matcher login = LOGIN.matcher(text);
        assertThat(login.find()).as(text).isTrue();
        return login.group();
    }

    /** Does what a browser does. Returns the address of the answer to the gateway. */
    private String logIn(String login, String user, int status) throws Exception {
        HttpRequest start = start(login);
        String answer = authorize(start, user);
        HttpResponse<String> finished = send(HttpRequest.newBuilder(here(answer)).header("Cookie", start.headers().firstValue("Cookie").orElseThrow()).build());
        assertThat(finished.statusCode()).as(finished.body()).isEqualTo(status);
        return answer;
    }

    /** Opens the page of a login, and returns the request of its button. */
    private HttpRequest start(String login) throws Exception {
        HttpResponse<String> page = send(request(login));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("guarded").contains("<form method=\"post\">");
        assertThat(page.headers().firstValue("Set-Cookie").orElseThrow()).contains("HttpOnly", "SameSite=Lax", "Secure");
        assertThat(send(HttpRequest.newBuilder(here(login)).POST(HttpRequest.BodyPublishers.noBody()).build()).statusCode()).as("without the cookie").isEqualTo(400);
        return HttpRequest.newBuilder(here(login)).header("Cookie", page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0])
                .POST(HttpRequest.BodyPublishers.noBody()).build();
    }

    private String authorize(HttpRequest start, String user) throws Exception {
        HttpResponse<String> sent = send(start);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
        String address = sent.headers().firstValue("Location").orElseThrow();
        assertThat(address).startsWith(issuer.issuer()).contains("code_challenge_method=S256", "resource=");
        return issuer.answerTo(address, user);
    }

    private HttpRequest request(String address) {
        return HttpRequest.newBuilder(here(address)).build();
    }

    private URI here(String address) {
        return URI.create(address.replace(GATEWAY, gateway.url()));
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
