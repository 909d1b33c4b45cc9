package dev.caravan.security;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.nimbusds.jose.jwk.RSAKey;
import dev.caravan.GatewayTest;
import dev.caravan.embedded.WithServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Mode oauth2 with a real issuer: every endpoint there is, with every token there could be. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({MONGO, NEO4J, POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DirtiesContext
class AuthorizationMatrixTest {

    private static final int PORT = GatewayTest.freePort();
    private static final String URL = "http://127.0.0.1:" + PORT;
    private static final String RESOURCE = URL + "/mcp";
    private static final AuthorizationServer ISSUER = new AuthorizationServer();
    private static final Tokens TOKENS = new Tokens(ISSUER.issuer(), RESOURCE);
    private static final RSAKey STRANGER = Tokens.rsa("another");
    private static final String CALL = "{\"name\":\"echart_generate\",\"arguments\":{\"chartType\":\"pie\",\"data\":[{\"a\":\"x\",\"b\":1}]}}";

    private final SecuredClient client = new SecuredClient(URL);
    private String alice;
    private String instance;

    @Autowired
    private CamelContext camel;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.recall.local", () -> true);
        registry.add("caravan.security.mode", () -> "oauth2");
        registry.add("caravan.security.oauth2.issuer", ISSUER::issuer);
        registry.add("caravan.security.tag-scopes.graph", () -> "tools:graph");
    }

    @BeforeAll
    void signIn() {
        alice = ISSUER.token("alice", RESOURCE, AuthorizationServer.SCOPES);
        instance = client.send("POST", "/api/v1/mcp", "{\"name\":\"alice's\"}", bearer(alice)).json().at("/data/api_key").textValue();
    }

    @AfterAll
    static void stopIssuer() {
        ISSUER.close();
    }

    /** @param scope that it needs; null: any token will do; empty: none is needed */
    record Endpoint(String method, String template, String body, String scope) {

        @Override
        public String toString() {
            return method + " " + template + (body == null || !template.startsWith("/mcp") ? "" : " " + body.replaceAll(".*\"method\":\"([^\"]+).*", "$1"));
        }

        boolean isOpen() {
            return "".equals(scope);
        }

        boolean isMcp() {
            return template.startsWith("/mcp");
        }
    }

    static List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>();
        for (String path : List.of("/mcp", "/mcp/{api_key}", "/mcp/{api_key}/mcp")) {
            all.add(new Endpoint("POST", path, rpc("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"), null));
            all.add(new Endpoint("POST", path, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", null));
            all.add(new Endpoint("POST", path, rpc("tools/list", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("resources/list", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("tools/call", CALL), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/get", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/update", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/cancel", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("subscriptions/listen", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("resources/subscribe", "{\"uri\":\"x:///\"}"), "tools:read"));
            all.add(new Endpoint("GET", path, null, "tools:read"));
            all.add(new Endpoint("DELETE", path, null, null));
            all.add(new Endpoint("POST", path, rpc("logging/setLevel", "{\"level\":\"info\"}"), null));
        }
        for (String document : List.of("routes/catalogue/openapi.yaml", "routes/recall/openapi.yaml")) {
            paths(document).forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                if (Set.of("get", "post", "put", "delete").contains(method)) {
                    String scope = document.contains("recall") ? "tools:call" : method.equals("get") ? "tools:read" : "catalogue:write";
                    all.add(new Endpoint(method.toUpperCase(), path.getKey(), method.equals("get") || method.equals("delete") ? null : "{}", scope));
                }
            }));
        }
        for (String state : List.of("/api/v1", "/page/state", "/page/state/work")) {
            all.add(new Endpoint("GET", state, null, "tools:read"));
        }
        String aoi = "/api/agent-operator-integration/internal-v1";
        all.add(new Endpoint("POST", "/api/ontology-query/in/v1/knowledge-networks/{kn_id}/action-types/{at_id}", "{}", "tools:call"));
        all.add(new Endpoint("GET", aoi + "/tool-box/{box_id}/tool/{tool_id}", null, "tools:read"));
        all.add(new Endpoint("POST", aoi + "/tool-box/{box_id}/proxy/{tool_id}", "{}", "tools:call"));
        all.add(new Endpoint("GET", aoi + "/mcp/proxy/{mcp_id}/tools", null, "tools:read"));
        all.add(new Endpoint("POST", aoi + "/mcp/proxy/{mcp_id}/tool/call", "{}", "tools:call"));
        for (String open : List.of("/api/v1/openapi.json", "/api/agent-retrieval/in/v1/openapi.json", "/.well-known/oauth-protected-resource",
                "/.well-known/oauth-protected-resource/mcp", "/", "/page/{file}")) {
            all.add(new Endpoint("GET", open, null, ""));
        }
        return all.stream().distinct().filter(endpoint -> endpoint.isOpen() || !endpoint.template().endsWith("openapi.json")).toList();
    }

    private static String rpc(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static List<Map.Entry<String, JsonNode>> paths(String document) {
        try {
            return List.copyOf(new YAMLMapper().readTree(Path.of(document).toFile()).get("paths").properties());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theTableHasEveryEndpointOfTheGateway() {
        Set<String> served = camel.getEndpoints().stream().map(endpoint -> endpoint.getEndpointBaseUri().replaceFirst("^undertow:(//)?", "").replaceFirst("\\?.*", ""))
                .filter(uri -> uri.startsWith(URL)).map(uri -> uri.substring(URL.length()).replace("%7B", "{").replace("%7D", "}")).collect(Collectors.toSet());
        Set<String> tested = endpoints().stream().map(Endpoint::template).collect(Collectors.toSet());

        assertThat(served).hasSizeGreaterThan(30).isEqualTo(tested);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void takesNoTokenButTheRightOne(Endpoint endpoint) {
        RSAKey key = ISSUER.key();
        Map<String, String> bad = new LinkedHashMap<>();
        bad.put("garbage", "garbage");
        bad.put("no JWT", "a.b.c");
        bad.put("wrong audience", ISSUER.token("alice", "https://another.example.com/mcp", AuthorizationServer.SCOPES));
        bad.put("no audience", TOKENS.signed(key, claims -> claims.audience((String) null)));
        bad.put("expired", TOKENS.signed(key, claims -> claims.expirationTime(Tokens.in(-90))));
        bad.put("without an end", TOKENS.signed(key, claims -> claims.expirationTime(null)));
        bad.put("not yet valid", TOKENS.signed(key, claims -> claims.notBeforeTime(Tokens.in(90))));
        bad.put("wrong issuer", TOKENS.signed(key, claims -> claims.issuer("https://another.example.com")));
        bad.put("without a subject", TOKENS.signed(key, claims -> claims.subject(null)));
        bad.put("wrong key", TOKENS.signed(Tokens.again(STRANGER, key.getKeyID()), claims -> { }));
        bad.put("unknown key", TOKENS.signed(STRANGER, claims -> { }));
        bad.put("HS256 with the public key", TOKENS.hmac(key));
        bad.put("unsigned", TOKENS.unsigned());
        SoftAssertions all = new SoftAssertions();

        for (Map.Entry<String, String> token : bad.entrySet()) {
            SecuredClient.Answer answer = send(endpoint, bearer(token.getValue()));
            if (endpoint.isOpen()) {
                all.assertThat(answer.status()).as(token.getKey()).isEqualTo(200);
                continue;
            }
            all.assertThat(answer.status()).as(token.getKey()).isEqualTo(401);
            all.assertThat(answer.header("WWW-Authenticate")).as(token.getKey()).startsWith("Bearer resource_metadata=\"" + metadata(endpoint) + "\", error=\"invalid_token\"")
                    .endsWith(", scope=\"" + advised(endpoint) + "\"");
            all.assertThat(answer.body()).as(token.getKey()).contains(endpoint.isMcp() ? "-32600" : endpoint.template().matches("(/api/v1|/tools|/page).*") ? "1002" : "Public.Unauthorized");
        }
        for (String[] none : new String[][] {{}, {"Authorization", "Basic YTpi"}, {"X-API-Key", alice}, {"X-User-Id", "alice"}}) {
            SecuredClient.Answer answer = send(endpoint, none);
            all.assertThat(answer.status()).isEqualTo(endpoint.isOpen() ? 200 : 401);
            all.assertThat(answer.header("WWW-Authenticate")).isEqualTo(endpoint.isOpen() ? ""
                    : "Bearer resource_metadata=\"" + metadata(endpoint) + "\", scope=\"" + advised(endpoint) + "\"");
        }
        if (!endpoint.isOpen()) {
            all.assertThat(send(endpoint, "Authorization", "Bearer " + alice, "Authorization", "Bearer " + alice).status()).isEqualTo(400);
            all.assertThat(send(endpoint, "Authorization", "Bearer").status()).isEqualTo(400);
        }
        all.assertAll();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void takesTheRightTokenWithItsScopeAlone(Endpoint endpoint) {
        String[] others = Stream.of(AuthorizationServer.SCOPES).filter(scope -> !scope.equals(endpoint.scope())).toArray(String[]::new);

        SecuredClient.Answer wrong = send(endpoint, bearer(ISSUER.token("alice", RESOURCE, others)));
        SecuredClient.Answer right = send(endpoint, bearer(endpoint.scope() == null || endpoint.isOpen() ? TOKENS.signed(ISSUER.key(), claims -> claims.claim("scope", null))
                : ISSUER.token("alice", RESOURCE, endpoint.scope())));

        assertThat(right.status()).as(right.body()).isNotIn(401, 403, 429, 500, 503);
        if (endpoint.scope() == null || endpoint.isOpen()) {
            assertThat(wrong.status()).isEqualTo(right.status());
        } else {
            assertThat(wrong.status()).isEqualTo(403);
            assertThat(wrong.header("WWW-Authenticate")).isEqualTo("Bearer resource_metadata=\"" + metadata(endpoint)
                    + "\", error=\"insufficient_scope\", scope=\"" + endpoint.scope() + "\"");
        }
    }

    @Test
    void aClockMayBeAMinuteOff() {
        String late = TOKENS.signed(ISSUER.key(), claims -> claims.expirationTime(Tokens.in(-30)));
        String early = TOKENS.signed(ISSUER.key(), claims -> claims.notBeforeTime(Tokens.in(30)));

        assertThat(client.rpc("tools/list", "{}", bearer(late)).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", bearer(early)).status()).isEqualTo(200);
    }

    @Test
    void theThingsOfAnotherUserAreNotThere() {
        String bob = ISSUER.token("bob", RESOURCE, AuthorizationServer.SCOPES);
        String table = "/api/v1/tables/" + client.send("POST", "/api/v1/tables", "{\"name\":\"Orders\",\"data\":[]}", bearer(alice)).json().at("/data/id").asText();
        String tool = "/api/v1/tools/" + client.send("POST", "/api/v1/tools", "{\"table_id\":" + table.replaceAll(".*/", "") + ",\"type\":\"get_all_data\",\"name\":\"orders\"}",
                bearer(alice)).json().at("/data/id").asText();

        for (String path : List.of(table, table + "/data", tool, "/api/v1/mcp/" + instance)) {
            assertThat(client.send("GET", path, null, bearer(alice)).status()).as(path).isEqualTo(200);
            assertThat(client.send("GET", path, null, bearer(bob)).status()).as(path).isEqualTo(404);
            assertThat(client.send("GET", path, null, "Authorization", "Bearer " + bob, "X-User-Id", "alice").status()).as(path).isEqualTo(404);
            assertThat(client.send("DELETE", path.replaceFirst("/data$", ""), null, bearer(bob)).status()).as(path).isEqualTo(404);
        }
        assertThat(client.send("GET", "/api/v1/tables", null, bearer(bob)).json().get("data")).isEmpty();
    }

    @Test
    void toolsWithATagOfItsOwnScopeAreThereForWhoHasIt() {
        String without = ISSUER.token("alice", RESOURCE, "tools:read", "tools:call");
        String call = "{\"name\":\"neo4j_find_node\",\"arguments\":{\"id\":\"00000000-0000-0000-0000-000000000000\"}}";

        assertThat(names(without)).contains("mongo_find_all").doesNotContain("neo4j_find_node");
        assertThat(names(alice)).contains("mongo_find_all", "neo4j_find_node");
        assertThat(client.rpc("tools/call", call, bearer(alice)).json().at("/result/structuredContent").isObject()).isTrue();
        SecuredClient.Answer refused = client.rpc("tools/call", call, bearer(without));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer resource_metadata=\"" + URL
                + "/.well-known/oauth-protected-resource/mcp\", error=\"insufficient_scope\", scope=\"tools:call tools:graph\"");
        assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void theMetadataSaysWhoIssuesTokensForWhat() {
        JsonNode mcp = client.send("GET", "/.well-known/oauth-protected-resource/mcp", null).json();
        JsonNode gateway = client.send("GET", "/.well-known/oauth-protected-resource", null).json();

        assertThat(mcp.get("resource").textValue()).isEqualTo(RESOURCE);
        assertThat(mcp.get("authorization_servers")).extracting(JsonNode::textValue).containsExactly(ISSUER.issuer());
        assertThat(mcp.get("scopes_supported")).extracting(JsonNode::textValue).containsExactly("tools:read", "tools:call");
        assertThat(mcp.get("bearer_methods_supported")).extracting(JsonNode::textValue).containsExactly("header");
        assertThat(gateway.get("resource").textValue()).isEqualTo(URL);
        assertThat(gateway.get("scopes_supported")).extracting(JsonNode::textValue).containsExactly("tools:read", "tools:call", "catalogue:write");
        String token = ISSUER.token("alice", gateway.get("resource").textValue(), "tools:read");
        assertThat(client.send("GET", "/api/v1/tables", null, bearer(token)).status()).isEqualTo(200);
    }

    @Test
    void aTokenInTheAddressIsNone() {
        assertThat(client.rpcAt("/mcp?access_token=" + alice, "tools/list", "{}").status()).isEqualTo(401);
    }

    @Test
    void aStrangeHostOrOriginIsRefusedBeforeAnyoneIsAskedWhoTheyAre() {
        assertThat(client.rpc("tools/list", "{}", "Origin", "https://evil.example.com").status()).isEqualTo(403);
        assertThat(client.rpc("tools/list", "{}", "Origin", "https://evil.example.com", "Authorization", "Bearer " + alice).status()).isEqualTo(403);
    }

    private List<String> names(String token) {
        return client.rpc("tools/list", "{}", bearer(token)).json().at("/result/tools").findValuesAsText("name");
    }

    private SecuredClient.Answer send(Endpoint endpoint, String... headers) {
        String path = endpoint.template();
        if (path.startsWith("/mcp")) {
            path = path.replace("{api_key}", instance);
        }
        path = path.replace("{file}", "main.js");
        return client.send(endpoint.method(), path.replaceAll("\\{\\w+}", "999999"), endpoint.body(), headers);
    }

    private static String metadata(Endpoint endpoint) {
        return URL + "/.well-known/oauth-protected-resource" + (endpoint.isMcp() ? "/mcp" : "");
    }

    /** As for messages only the message tells what it needs, one that was not read needs what all of them do. */
    private static String advised(Endpoint endpoint) {
        return endpoint.isMcp() && !endpoint.method().equals("GET") ? "tools:read tools:call" : endpoint.scope();
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }
}
