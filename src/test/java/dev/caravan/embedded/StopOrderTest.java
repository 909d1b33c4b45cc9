package dev.caravan.embedded;

import static dev.caravan.embedded.ServerKind.REDIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopOrderTest {

    private final TestPlace place = new TestPlace("order");

    @Test
    void usersOfServersCloseBeforeThem() {
        EmbeddedServers servers = place.servers().wiped();
        ServerHandle redis = servers.get(REDIS);
        List<Boolean> servedAtClose = new ArrayList<>();
        servers.closeFirst(() -> servedAtClose.add(redis.isRunning()));

        servers.close();
        servers.close();

        assertThat(servedAtClose).containsExactly(true);
        assertThat(redis.isRunning()).isFalse();
    }

    @Test
    void closedServersAreNotStartedAgain() {
        EmbeddedServers servers = place.servers().wiped();
        ServerHandle redis = servers.get(REDIS);

        servers.close();

        assertThatThrownBy(() -> servers.get(REDIS)).hasMessageContaining("closed");
        assertThatThrownBy(redis::start).hasMessageContaining("closed");
    }
}
