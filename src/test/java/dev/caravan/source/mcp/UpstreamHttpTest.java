package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A server on HTTP is called with its headers, in a session that is renewed, and answers as JSON or as events. */
class UpstreamHttpTest extends WebServerTest {

    @Test
    void requestsHaveTheConfiguredHeaders() throws Exception {
        assertThat(call()).isEqualTo("answer");
        assertThat(methods).containsSubsequence("initialize", "notifications/initialized").contains("tools/call");
        assertThat(tokens).isNotEmpty().allMatch("Bearer t"::equals);
        assertThat(servers.statuses().get("web").state()).isEqualTo(UpstreamServer.State.CONNECTED);
        assertThat(servers.statuses().get("web").transport()).isEqualTo("http");
    }

    @Test
    void eventStreamAnswerIsAccepted() throws Exception {
        mode = "events";
        assertThat(call()).isEqualTo("answer");
    }

    @Test
    void lostSessionIsRenewedWithoutAnError() throws Exception {
        call();
        session = "forgotten";
        assertThat(call()).isEqualTo("answer");
        assertThat(sessions.get()).isEqualTo(2);
    }
}
