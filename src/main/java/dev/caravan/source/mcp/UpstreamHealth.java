package dev.caravan.source.mcp;

import dev.caravan.observe.Check;
import dev.caravan.observe.StateGauges;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reports UP, or DEGRADED if a called server can't be reached or a file of {@code config/servers} can't be used. Never reports
 * DOWN, because other tools continue to work.
 */
@Component("upstreamHealthIndicator")
record UpstreamHealth(ConnectedServers servers, ServerFolder folder) implements HealthIndicator {

    @Override
    public Health health() {
        Map<String, UpstreamServer.Status> statuses = servers.statuses();
        boolean failed = statuses.values().stream().anyMatch(status -> status.state() == UpstreamServer.State.FAILED);
        Map<String, String> refused = folder.problems();
        Health.Builder health = failed || !refused.isEmpty() ? Health.status(Check.DEGRADED) : Health.up();
        statuses.forEach((name, status) -> health.withDetail(name, details(status, servers.gatewayLogin(name))));
        if (!refused.isEmpty()) {
            health.withDetail("refused", refused);
        }
        return health.build();
    }

    /** @param login address of the open login for the gateway itself; null for none */
    private static Map<String, Object> details(UpstreamServer.Status status, String login) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state().word());
        details.put("transport", status.transport());
        details.put("since", status.since().toString());
        if (status.server() != null) {
            details.put("server", status.server());
        }
        if (status.problem() != null) {
            details.put("problem", status.problem());
            details.put("nextTry", status.nextTry() == null ? "when it is called" : status.nextTry().toString());
        }
        if (login != null) {
            details.put("login", login);
        }
        return details;
    }

    /** Shows {@code caravan.upstream.state} by server and state: 1 for the server's current state, otherwise 0. */
    @Component
    static class UpstreamMetrics {

        UpstreamMetrics(ConnectedServers servers, MeterRegistry registry) {
            Map<String, ToDoubleFunction<String>> states = new HashMap<>();
            for (UpstreamServer.State state : UpstreamServer.State.values()) {
                states.put(state.word(), StateGauges.of(server -> servers.statuses().get(server), now -> now.state() == state ? 1 : 0));
            }
            StateGauges gauges = new StateGauges(registry, "server").with("caravan.upstream.state",
                    "1 where the connection to the upstream MCP server is in that state", states);
            gauges.keep(servers.settings().keySet());
            servers.onChange(changed -> gauges.keep(servers.settings().keySet()));
        }
    }
}
