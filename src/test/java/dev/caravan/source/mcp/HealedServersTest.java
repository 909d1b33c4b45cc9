package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.call.client.LegacyClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Federated tools of a server that dies, hangs or forgets its sessions serve again by themselves. Lists never wait for a server. */
@Tag("nightly")
class HealedServersTest extends FederatedGateways {

    private void process(String settings) throws Exception {
        List<String> command = ScriptedServer.command("one-tool");
        configure("scripted: {command: '%s', args: %s, expose: {}%s}".formatted(command.get(0),
                McpClient.JSON.writeValueAsString(command.subList(1, command.size())), settings));
    }

    @Test
    void killedProcessStartsAgain() throws Exception {
        process("");
        gateway = offering().start();
        until(() -> tools().containsKey("pid"));
        String first = text("pid", "{}");
        ProcessHandle.of(Long.parseLong(first)).orElseThrow().destroyForcibly();
        assertThat(tools()).containsKey("pid");
        until(() -> text("pid", "{}").matches("\\d+") && !text("pid", "{}").equals(first));
    }

    @Test
    void listsAnswerAsStaleWhileTheServerHangs() throws Exception {
        process(", timeout: 2s");
        gateway = offeringAlone().set("upstream.refresh", "500ms")
                .file("hang", RouteYaml.tool("hang", "description: A tool", "- to: upstream:" + named("scripted") + "?tool=hang")).start();
        until(() -> tools().containsKey("pid") && !isStale());
        String first = text("pid", "{}");

        assertThat(call("hang", "{}").at("/result/isError").asBoolean()).isTrue();
        until(() -> {
            assertThat(tools()).as("of a server that answers nothing").containsKeys("pid", "hang");
            return isStale();
        });
        until(() -> !isStale() && text("pid", "{}").matches("\\d+"));
        assertThat(text("pid", "{}")).as("of the process that took its place").isNotEqualTo(first);
    }

    @Test
    void expiredSessionIsRenewedWithoutAnError() throws Exception {
        upstreamRoutes = OwnGateway.withEntries().set("conversation.session-ttl", "2s");
        greet("Greet somebody.", "Hello");
        upstream = upstreamRoutes.start();
        configure("other: {url: 'URL', expose: {}}");
        gateway = offering().start();
        until(() -> tools().containsKey("greet"));
        for (int i = 0; i < 3; i++) {
            LegacyClient younger = LegacyClient.open(upstream.port(), "2025-11-25", "{}");
            until(() -> younger.request("ping", null).status() == 404);
            assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
        }
    }

    private boolean isStale() {
        ServerTools state = gateway.bean(FederatedTools.class).known().get(named("scripted"));
        return state == null || state.isStale();
    }
}
