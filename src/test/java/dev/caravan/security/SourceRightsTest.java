package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sources are changed with a scope of their own, by callers who may use all tools, and by nobody where anyone on the network could. */
@Tag("nightly")
class SourceRightsTest {

    private static final String ADD = "{\"kind\":\"servers\",\"name\":\"NAME\",\"settings\":\"url: http://127.0.0.1:1/\\nreconnect: "
            + "on-call\"}";

    private final Path folder = TemporaryFolder.make("sources");

    private OwnGateway.Builder gateway() {
        return OwnGateway.withAllRoutes().store().set("upstream.directory", folder.resolve("servers"))
                .set("apis.directory", folder.resolve("apis"))
                .set("kamelets.directory", folder.resolve("kamelets"));
    }

    @Test
    void changesNeedTheScopeOfSourcesWithoutTags() {
        String others = "tools:read,tools:call,catalogue:write,tools:graph";
        try (OwnGateway gateway = gateway().set("security.tag-scopes.graph", "tools:graph").apiKey("others", "k-others", others)
                .apiKey("all", "k-all", others + ",sources:write")
                .apiKey("tagged", "k-tagged", others + ",sources:write").set("security.keys[2].tags", "documents")
                .apiKey("no-graph", "k-no-graph", "tools:read,sources:write").start()) {
            SecuredClient client = new SecuredClient(gateway.url());

            for (String key : List.of("k-others", "k-tagged", "k-no-graph")) {
                assertThat(client.send("POST", "/api/v1/sources", ADD.replace("NAME", "one"), "X-API-Key", key).status()).as(key)
                        .isEqualTo(403);
            }
            assertThat(client.send("POST", "/api/v1/sources", ADD.replace("NAME", "one")).status()).isEqualTo(401);
            assertThat(folder.resolve("servers/one.yaml")).doesNotExist();
            assertThat(client.send("POST", "/api/v1/sources", ADD.replace("NAME", "one"), "X-API-Key", "k-all").status()).isEqualTo(201);
            for (String key : List.of("k-others", "k-tagged", "k-no-graph")) {
                assertThat(client.send("GET", "/api/v1/sources/servers/one", null, "X-API-Key", key).status()).as(key).isEqualTo(403);
                assertThat(client.send("DELETE", "/api/v1/sources/servers/one?version=1", null, "X-API-Key", key).status()).as(key)
                        .isEqualTo(403);
            }
            assertThat(client.send("GET", "/api/v1/sources/servers/one", null, "X-API-Key", "k-all").status()).isEqualTo(200);
            assertThat(client.send("GET", "/api/v1/sources", null, "X-API-Key", "k-tagged").json().get("data")).isEmpty();
        }
    }

    /** An approval decides for all callers what a tool says of itself. */
    @Test
    void approvalsOfUpstreamDefinitionsNeedTheScopeOfSources() {
        try (OwnGateway gateway = gateway().apiKey("others", "k-others", "tools:read,tools:call,catalogue:write")
                .apiKey("editor", "k-editor", "tools:read,sources:write").start()) {
            SecuredClient client = new SecuredClient(gateway.url());

            assertThat(client.send("POST", "/api/v1/upstream/one/approvals", "{}", "X-API-Key", "k-others").status()).isEqualTo(403);
            assertThat(client.send("POST", "/api/v1/upstream/one/approvals", "{}", "X-API-Key", "k-editor").status())
                    .as("there is no such server").isEqualTo(404);
        }
    }

    @Test
    void openGatewayOnTheNetworkTakesSourcesFromFilesOnly() {
        try (OwnGateway gateway = gateway().set("security.open-to-network", true).start()) {
            SecuredClient client = new SecuredClient(gateway.url());

            assertThat(client.send("POST", "/api/v1/sources", ADD.replace("NAME", "one")).status()).isEqualTo(403);
            assertThat(client.send("POST", "/api/v1/upstream/one/approvals", "{}").status()).isEqualTo(403);
            assertThat(client.send("GET", "/api/v1/sources", null).status()).isEqualTo(200);
            assertThat(Files.exists(folder.resolve("servers/one.yaml"))).isFalse();
        }
    }
}
