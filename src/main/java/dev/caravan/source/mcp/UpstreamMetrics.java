package dev.caravan.source.mcp;

import dev.caravan.observe.StateGauges;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/** Shows {@code caravan.upstream.state} by server and state: 1 for the server's current state, otherwise 0. */
@Component
class UpstreamMetrics {

    UpstreamMetrics(UpstreamServers servers, MeterRegistry registry) {
        Map<String, ToDoubleFunction<String>> states = new HashMap<>();
        for (UpstreamServer.State state : UpstreamServer.State.values()) {
            states.put(state.name().toLowerCase(Locale.ROOT), StateGauges.of(server -> servers.statuses().get(server), now -> now.state() == state ? 1 : 0));
        }
        StateGauges gauges = new StateGauges(registry, "server").with("caravan.upstream.state", "1 where the connection to the upstream MCP server is in that state", states);
        gauges.keep(servers.settings().keySet());
        servers.onChange(changed -> gauges.keep(servers.settings().keySet()));
    }
}
