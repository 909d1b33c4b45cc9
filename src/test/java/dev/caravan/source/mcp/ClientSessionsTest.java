package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.call.client.LegacyClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With {@code sessions: per-client} each client has a process of its own. The number of processes is limited. */
@Tag("nightly")
class ClientSessionsTest extends FederatedGateways {

    private OwnGateway.Builder start(OwnGateway.Builder builder, String settings, String... servers) throws Exception {
        List<String> command = ScriptedServer.command();
        StringBuilder all = new StringBuilder();
        for (String server : servers) {
            all.append("%s: {command: '%s', args: %s, timeout: 30s%s}\n".formatted(server, command.get(0),
                    McpClient.JSON.writeValueAsString(command.subList(1, command.size())), settings));
            builder.file(server, RouteYaml.tool(server, "description: A tool\nenvelope: none",
                    "- to: upstream:" + named(server) + "?tool=pid"));
        }
        configure(all.toString());
        return builder;
    }

    @Test
    void processOfAClientEndsWithItsSession() throws Exception {
        gateway = start(offeringAlone(), ", sessions: per-client", "own").start();
        LegacyClient one = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        LegacyClient other = LegacyClient.open(gateway.port(), "2025-11-25", "{}");

        long pid = pid(one);
        long others = pid(other);
        assertThat(others).isNotEqualTo(pid);
        assertThat(pid(one)).isEqualTo(pid);
        long unknown = Long.parseLong(text("own", "{}"));
        assertThat(unknown).as("a client without a session").isNotIn(pid, others);
        assertThat(Long.parseLong(text("own", "{}"))).isNotEqualTo(unknown);
        until(() -> isGone(unknown));

        one.send("DELETE");
        until(() -> isGone(pid));
        assertThat(pid(other)).isEqualTo(others);
        gateway.close();
        until(() -> isGone(others));
    }

    @Test
    void callerWithAKeyHasAProcess() throws Exception {
        gateway = start(offeringToKeys(), ", sessions: per-client", "own").start();

        until(() -> modern(ADA).matches("\\d+"));
        String ada = modern(ADA);
        assertThat(modern(BOB)).isNotEqualTo(ada);
        assertThat(modern(ADA)).isEqualTo(ada);
    }

    @Test
    void newClientEndsTheLeastRecentlyUsedProcessOfTheServer() throws Exception {
        gateway = start(offeringAlone(), ", sessions: per-client", "own").set("upstream.max-sessions", 2).start();
        List<LegacyClient> clients = List.of(LegacyClient.open(gateway.port(), "2025-11-25", "{}"),
                LegacyClient.open(gateway.port(), "2025-11-25", "{}"),
                LegacyClient.open(gateway.port(), "2025-11-25", "{}"));
        long first = pid(clients.get(0));
        long second = pid(clients.get(1));
        assertThat(pid(clients.get(0))).isEqualTo(first);
        pid(clients.get(2));
        until(() -> isGone(second));
        assertThat(pid(clients.get(0))).isEqualTo(first);
    }

    private String modern(String key) {
        ObjectNode params = McpClient.object("{\"name\":\"own\",\"arguments\":{}}");
        return gateway.client().modern("tools/call", params, McpClient.object("{}"), "CallToolResult", "X-API-Key", key).result()
                .at("/content/0/text").asText();
    }

    private static long pid(LegacyClient client) {
        JsonNode answer = client.request("tools/call", McpClient.object("{\"name\":\"own\",\"arguments\":{}}")).json();
        return answer.at("/result/content/0/text").asLong();
    }

    private static boolean isGone(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
    }
}
