package dev.caravan.upstream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** {@code caravan.upstream.state} by server and state: 1 where the server is in that state, else 0. */
@Component
class UpstreamMetrics {

    UpstreamMetrics(UpstreamServers servers, MeterRegistry registry) {
        for (String server : servers.statuses().keySet()) {
            for (UpstreamServer.State state : UpstreamServer.State.values()) {
                Gauge.builder("caravan.upstream.state", servers, all -> all.statuses().get(server).state() == state ? 1 : 0)
                        .description("1 where the connection to the upstream MCP server is in that state").tag("server", server)
                        .tag("state", state.name().toLowerCase(Locale.ROOT)).register(registry);
            }
        }
    }
}
