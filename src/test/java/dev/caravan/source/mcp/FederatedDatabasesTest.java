package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Needs;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The MCP servers of database makers are offered and called. Each test needs its server, which .ci/run installs. */
@Tag("nightly")
class FederatedDatabasesTest extends FederatedGateways {

    @Test
    void mcpToolboxIsOfferedAndCalled() throws Exception {
        Path toolbox = Path.of("src/test/benchmark/node_modules/@toolbox-sdk/server-linux-x64/bin/toolbox").toAbsolutePath();
        Needs.installed(Files.isExecutable(toolbox), "npm ci --prefix src/test/benchmark");
        Path folder = TemporaryFolder.make("toolbox");
        Files.writeString(folder.resolve("tools.yaml"), """
                sources: {shop: {kind: sqlite, database: %s/shop.db}}
                tools:
                  add_more:
                    kind: sqlite-sql
                    source: shop
                    description: Adds.
                    statement: SELECT 40 + ? AS answer
                    parameters: [{name: more, type: integer, description: How many.}]
                """.formatted(folder));
        configure("toolbox: {command: %s, args: [--stdio, --config, %s/tools.yaml], timeout: 20s, expose: {prefix: t_}}".formatted(toolbox,
                folder));
        gateway = offering().start();
        until(() -> tools().containsKey("t_add_more"));
        assertThat(text("t_add_more", "{\"more\":2}")).isEqualTo("{\"answer\":42}");
        assertThat(call("t_add_more", "{\"more\":\"x\"}").at("/result/isError").asBoolean()).isTrue();
    }

    @Test
    void theServerOfMongoDbIsOfferedAndCalled() {
        Path server = Path.of("src/test/mongodb/node_modules/mongodb-mcp-server/dist/esm/index.js").toAbsolutePath();
        Needs.installed(Files.isRegularFile(server), "npm ci --prefix src/test/mongodb");
        configure(
                ("mongo: {command: node, args: [%s, --readOnly], env: [MDB_MCP_TELEMETRY=disabled], timeout: 20s, sessions: per-client, "
                        + "expose: {prefix: m_, resources: true}}")
                        .formatted(server));
        gateway = offering().start();
        until(() -> tools().keySet().containsAll(java.util.Set.of("m_connect", "m_find", "m_aggregate", "m_list-collections")));
        assertThat(tools().get("m_find").at("/annotations/readOnlyHint").asBoolean()).isTrue();
        JsonNode connections = call("m_list-connections", "{}");
        assertThat(connections.at("/result/structuredContent/connections").isArray()).isTrue();
        assertThat(call("m_list-databases", "{\"connectionId\":\"none\"}").at("/result/isError").asBoolean()).isTrue();
    }
}
