package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that moved within its origin is followed; another place is named. */
@Tag("full")
class RedirectedServerTest extends OddServerGateways {

    @Test
    void aRedirectToTheSameOriginIsFollowed() {
        server.moves("/old", 307, "/mcp").moves("/older", 308, server.url().replace("/mcp", "/old"));
        configure("odd: {url: '" + server.url().replace("/mcp", "/older") + "', timeout: 5s, expose: {}}");
        server.lists("tools", "{\"name\":\"plain\",\"inputSchema\":{\"type\":\"object\"}}");
        gateway = offering().start();
        until(() -> tools().containsKey("plain"));

        assertThat(text("plain", "{}")).isEqualTo("well");
    }

    @Test
    void aRedirectElsewhereIsNamedAndNothingIsSentThere() {
        OddServer other = new OddServer();
        server.moves("/away", 307, other.url()).moves("/loop", 307, "/loop").moves("/see", 302, "/mcp");
        configure("odd: {url: '" + server.url().replace("/mcp", "/away") + "', headers: {X-Key: secret}, timeout: 5s, expose: {}}\n"
                + "loop: {url: '" + server.url().replace("/mcp", "/loop") + "', timeout: 5s, expose: {}}");
        gateway = offering().start();

        until(() -> problem("odd").contains(other.url()));
        until(() -> problem("loop").contains("307"));
        assertThat(other.requests).isEmpty();
        other.close();
    }

    private String problem(String server) {
        return String.valueOf(gateway.bean(ConnectedServers.class).statuses().get(named(server)));
    }
}
