package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.OAuthSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who calls with the login of the gateway itself. */
class CallerConnectionsTest {

    private static final OAuthSettings LOGIN = new OAuthSettings(OAuthSettings.Grant.LOGIN, null, null, null, null, null, null, null,
            List.of(), List.of(), null, null);

    @Test
    void onlyTheGatewayAndModeNoneShareAConnection() {
        assertThat(LOGIN.isFor(CallerIdentity.GATEWAY)).isFalse();
        assertThat(LOGIN.isFor(new CallerIdentity("user ada", null, false))).isTrue();
        assertThat(LOGIN.isFor(new CallerIdentity(null, null, true))).as("a caller with the key of an instance").isTrue();
    }
}
