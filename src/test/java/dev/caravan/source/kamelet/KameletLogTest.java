package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sources that begin with a timer are loaded without a stack trace in the log: at the start, and while the gateway serves. */
@Tag("full")
class KameletLogTest extends KameletGateways {

    @Test
    void timersAreLoadedWithoutAStackTrace() {
        try (GatewayLog log = GatewayLog.record()) {
            configure("ticks", "kamelet: timer-source\nproperties: {message: one, period: 50}\n");
            start(offering());
            configure("tocks", "kamelet: timer-source\nproperties: {message: two, period: 50}\n");
            until(() -> listed("resources", "uri").containsKey("kamelet:///tocks"));
            until(() -> !events("kamelet:///ticks").isEmpty() && !events("kamelet:///tocks").isEmpty());

            assertThat(log.text().lines().filter(line -> line.startsWith("\tat "))).isEmpty();
        }
    }
}
