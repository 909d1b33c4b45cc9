package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.OAuthSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Who calls with the login of the gateway itself. */
class CallerConnectionsTest {

    private static final OAuthSettings LOGIN = new OAuthSettings(OAuthSettings.Grant.LOGIN, null, null, null, null, null, null, null, List.of(), List.of(), null, null);

    @Test
    void onlyTheGatewayAndModeNoneShareAConnection() {
        UpstreamProperties.Server server = new UpstreamProperties.Server(null, List.of(), List.of(), null, "https://mcp.example.com", Map.of(), Duration.ofSeconds(2), Duration.ofSeconds(5),
                DataSize.ofKilobytes(100), UpstreamProperties.Reconnect.EAGER, Duration.ZERO, LOGIN, List.of(), null, UpstreamProperties.Sessions.SHARED);
        try (CallerConnections connections = new CallerConnections("guarded", server, null, null)) {
            assertThat(connections.has(CallerIdentity.GATEWAY)).isFalse();
            assertThat(connections.has(new CallerIdentity("user ada", null, false))).isTrue();
            assertThat(connections.has(new CallerIdentity(null, null, true))).as("a caller with the key of an instance").isTrue();
        }
    }
}
