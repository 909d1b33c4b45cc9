package dev.caravan.security;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway in mode oauth2 with a real issuer; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({MONGO, NEO4J, POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TokenGatewayTest {

    static final int PORT = FreePorts.pick();

    static final String URL = "http://127.0.0.1:" + PORT;

    static final String RESOURCE = URL + "/mcp";

    /** Ends with the JVM. */
    static final AuthorizationServer ISSUER = new AuthorizationServer();

    static final Tokens TOKENS = new Tokens(ISSUER.issuer(), RESOURCE);

    final SecuredClient client = new SecuredClient(URL);

    String alice;

    String instance;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) throws IOException {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.recall.local", () -> true);
        Path toolsets = TemporaryFolder.make("toolsets");
        Files.writeString(toolsets.resolve("every.yaml"), "tools: [\"*\"]\nresources: [\"*\"]\nprompts: [\"*\"]\n");
        registry.add("caravan.toolsets.directory", () -> toolsets);
        registry.add("caravan.security.mode", () -> "oauth2");
        registry.add("caravan.security.failed-logins.attempts", () -> 0); // hundreds of wrong tokens come from here
        registry.add("caravan.security.oauth2.issuer", ISSUER::issuer);
        registry.add("caravan.security.tag-scopes.graph", () -> "tools:graph");
    }

    @BeforeAll
    void signIn() {
        alice = ISSUER.token("alice", RESOURCE, AuthorizationServer.SCOPES);
        instance = client.send("POST", "/api/v1/mcp", "{\"name\":\"alice's\"}", bearer(alice)).json().at("/data/api_key").textValue();
    }

    List<String> names(String token) {
        return client.rpc("tools/list", "{}", bearer(token)).json().at("/result/tools").findValuesAsText("name");
    }

    static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }
}
