package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In mode api-key each request is served for the keys that have its scope, its tag and the tag's scope, and for no others. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyRightsMatrixTest {

    /** A key whose text is {@code k-NAME-…}. */
    private record Key(String name, Set<String> scopes, Set<String> tags, String toolset) {

        Key(String name, Set<String> scopes, Set<String> tags) {
            this(name, scopes, tags, null);
        }

        String text() {
            return "k-" + name + "-5d0b7a60f3c04a2f";
        }

        boolean may(Endpoint endpoint) {
            boolean scoped = endpoint.scope() == null || endpoint.isOpen() || scopes.contains(endpoint.scope());
            boolean recall = endpoint.tags().equals("recall");
            return scoped && (!recall || scopes.contains("tools:recall") && (tags.isEmpty() || tags.contains("recall"))
                    && (toolset == null || toolset.equals("recall")));
        }
    }

    private static final Set<String> SCOPES = Set.of("tools:read", "tools:call", "catalogue:write", "sources:write");
    private static final Set<String> ALL = with(SCOPES, "tools:recall");

    private static final List<Key> KEYS = List.of(
            new Key("all", ALL, Set.of()),
            new Key("none", Set.of("tools:recall"), Set.of()),
            new Key("read", Set.of("tools:read", "tools:recall"), Set.of()),
            new Key("call", Set.of("tools:call", "tools:recall"), Set.of()),
            new Key("manage", Set.of("catalogue:write", "tools:recall"), Set.of()),
            new Key("no-read", Set.of("tools:call", "catalogue:write", "tools:recall"), Set.of()),
            new Key("no-call", Set.of("tools:read", "catalogue:write", "tools:recall"), Set.of()),
            new Key("no-manage", Set.of("tools:read", "tools:call", "tools:recall"), Set.of()),
            new Key("sources", Set.of("sources:write", "tools:recall"), Set.of()),
            new Key("no-sources", Set.of("tools:read", "tools:call", "catalogue:write", "tools:recall"), Set.of()),
            new Key("no-tag-scope", SCOPES, Set.of()),
            new Key("graph", ALL, Set.of("graph")),
            new Key("recall", ALL, Set.of("recall", "web")),
            new Key("set-recall", ALL, Set.of(), "recall"),
            new Key("set-graph", ALL, Set.of(), "graph"),
            new Key("set-gone", ALL, Set.of(), "gone"),
            new Key("set-and-tag", ALL, Set.of("graph"), "recall"),
            new Key("scope-graph", with(ALL, "toolset:graph"), Set.of(), "graph"));

    private OwnGateway gateway;
    private SecuredClient client;
    private Map<String, String> ids;

    private static Set<String> with(Set<String> scopes, String more) {
        Set<String> all = new TreeSet<>(scopes);
        all.add(more);
        return all;
    }

    static List<Endpoint> endpoints() {
        return Endpoint.all();
    }

    @BeforeAll
    void start() throws IOException {
        Path toolsets = TemporaryFolder.make("toolsets");
        Files.writeString(toolsets.resolve("recall.yaml"), "tags: [recall]\n");
        Files.writeString(toolsets.resolve("graph.yaml"), "tags: [graph]\n");
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().store().set("toolsets.directory", toolsets).settings("recall.local=true",
                "security.tag-scopes.recall=tools:recall",
                "security.failed-logins.attempts=0");
        for (int i = 0; i < KEYS.size(); i++) {
            Key key = KEYS.get(i);
            builder.apiKey(key.name(), key.text(), String.join(",", key.scopes()));
            if (!key.tags().isEmpty()) {
                builder.set("security.keys[" + i + "].tags", String.join(",", key.tags()));
            }
            if (key.toolset() != null && !key.scopes().contains("toolset:" + key.toolset())) {
                builder.set("security.keys[" + i + "].toolsets", key.toolset());
            }
        }
        gateway = builder.start();
        client = new SecuredClient(gateway.url());
        String instance = client.send("POST", "/api/v1/mcp", "{\"name\":\"mine\"}", "X-API-Key", KEYS.get(0).text()).json()
                .at("/data/api_key").textValue();
        ids = new LinkedHashMap<>(Map.of("file", "main.js", "toolset", "graph", "api_key", instance));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void keyWithTheRightIsServed(Endpoint endpoint) {
        SoftAssertions all = new SoftAssertions();

        for (Key key : KEYS) {
            SecuredClient.Answer answer = send(endpoint, "X-API-Key", key.text());
            if (key.may(endpoint)) {
                all.assertThat(answer.status()).as(key.name() + " " + answer.body()).isNotIn(401, 403, 429, 500, 503);
            } else {
                all.assertThat(answer.status()).as(key.name() + " " + answer.body()).isEqualTo(403);
                all.assertThat(answer.header("WWW-Authenticate")).as(key.name()).satisfiesAnyOf(
                        challenge -> assertThat(challenge).contains("error=\"insufficient_scope\""),
                        none -> assertThat(!key.tags().isEmpty() || key.toolset() != null).isTrue());
            }
        }
        all.assertAll();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void requestWithoutAKeyIsRefused(Endpoint endpoint) {
        for (String[] credentials : new String[][]{{}, {"X-API-Key", "wrong"}, {"X-API-Key", ""},
            {"Authorization", "Bearer " + KEYS.get(0).text() + "x"},
                {"Authorization", "Basic YTpi"}, {"X-User-Id", "all"}, {"X-API-Key", OwnGateway.sha256(KEYS.get(0).text())}}) {
            SecuredClient.Answer answer = send(endpoint, credentials);
            if (endpoint.isOpen()) {
                assertThat(answer.status()).as(answer.body())
                        .isIn(endpoint.statusWithoutLogin() == 0 ? List.of(200, 404) : List.of(endpoint.statusWithoutLogin()));
            } else {
                assertThat(answer.status()).as(String.join(" ", credentials) + answer.body()).isEqualTo(401);
            }
        }
    }

    /** What may be deleted on the way is none of the instance that all requests are sent to. */
    private SecuredClient.Answer send(Endpoint endpoint, String... credentials) {
        return endpoint.send(client, endpoint.isMcp() ? ids : Map.of("file", "main.js"), credentials);
    }
}
