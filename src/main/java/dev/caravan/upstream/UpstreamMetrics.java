package dev.caravan.upstream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/** Shows {@code caravan.upstream.state} by server and state: 1 for the server's current state, otherwise 0. */
@Component
class UpstreamMetrics {

    private final UpstreamServers servers;
    private final MeterRegistry registry;
    private final Map<String, List<Meter>> meters = new TreeMap<>();

    UpstreamMetrics(UpstreamServers servers, MeterRegistry registry) {
        this.servers = servers;
        this.registry = registry;
        servers.settings().keySet().forEach(this::refresh);
        servers.onChange(this::refresh);
    }

    private synchronized void refresh(String server) {
        if (servers.settings().containsKey(server)) {
            meters.computeIfAbsent(server, this::register);
        } else if (meters.containsKey(server)) {
            meters.remove(server).forEach(registry::remove);
        }
    }

    private List<Meter> register(String server) {
        List<Meter> gauges = new ArrayList<>();
        for (UpstreamServer.State state : UpstreamServer.State.values()) {
            gauges.add(Gauge.builder("caravan.upstream.state", servers, all -> is(server, state) ? 1 : 0)
                    .description("1 where the connection to the upstream MCP server is in that state").tag("server", server)
                    .tag("state", state.name().toLowerCase(Locale.ROOT)).register(registry));
        }
        return gauges;
    }

    private boolean is(String server, UpstreamServer.State state) {
        UpstreamServer.Status status = servers.statuses().get(server);
        return status != null && status.state() == state;
    }
}
