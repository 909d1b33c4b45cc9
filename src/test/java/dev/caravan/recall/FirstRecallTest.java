package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.source.mcp.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In local mode, the first recalls of an MCP action after a start wait until its server is connected. */
@Tag("full")
class FirstRecallTest {

    private static final String NETWORK = """
            id: kn
            object_types:
              - {id: thing, primary_keys: [a], objects: [{a: one}]}
            action_types:
              - {id: act, object_type: thing, action_source: {type: mcp, mcp_id: slow, tool_name: plan}}
              - {id: lost, object_type: thing, action_source: {type: mcp, mcp_id: gone, tool_name: plan}}
            """;

    @Test
    void firstRecallsWaitForTheServer() throws Exception {
        Path started = TemporaryFolder.make("first").resolve("started");
        Path networks = Files.createDirectories(started.resolveSibling("networks"));
        Files.writeString(networks.resolve("kn.yaml"), NETWORK);
        Path servers = ServerFiles.folder(Map.of("gone", "command: /no/such/command\n",
                "slow", ServerFiles.command(ScriptedServer.command("start-after=" + started)) + "start-timeout: 60s\n"));
        try (OwnGateway gateway = OwnGateway.withAllRoutes().settings("recall.local=true", "recall.timeout=1500ms",
                "recall.knowledge-networks=" + networks)
                .property(ServerFiles.SETTING, servers).start()) {
            RecallClient recall = new RecallClient(gateway.port());
            assertThat(action(recall, "lost").error()).as("it can't be started").isEqualTo("502 ErrExtActionRecallMCPCallFailed");

            List<CompletableFuture<RecallClient.Answer>> first = Stream.of(1, 2, 3)
                    .map(call -> CompletableFuture.supplyAsync(() -> action(recall, "act"))).toList();
            // longer than all requests of a recall may take
            await().during(Duration.ofSeconds(3)).until(() -> first.stream().noneMatch(CompletableFuture::isDone));
            Files.createFile(started);

            for (CompletableFuture<RecallClient.Answer> answer : first) {
                assertThat(answer.get().status()).as(answer.get().text()).isEqualTo(200);
                assertThat(answer.get().tool().get("name").asText()).isEqualTo("plan");
            }
        }
    }

    private static RecallClient.Answer action(RecallClient recall, String actionType) {
        return recall.recall("?kn_id=kn&at_id=" + actionType, "{\"unique_identity\":{\"a\":\"one\"}}");
    }
}
