package dev.caravan.source.mcp;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/**
 * Reports UP, or DEGRADED if a called server can't be reached or an edit of the settings was refused. Never reports DOWN, because other tools
 * continue to work.
 */
@Component("upstreamHealthIndicator")
class UpstreamHealth implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "An upstream server can't be reached, or config/upstream.yaml can't be used");

    private final UpstreamServers servers;
    private final UpstreamFile file;

    UpstreamHealth(UpstreamServers servers, UpstreamFile file) {
        this.servers = servers;
        this.file = file;
    }

    @Override
    public Health health() {
        Map<String, UpstreamServer.Status> statuses = servers.statuses();
        boolean failed = statuses.values().stream().anyMatch(status -> status.state() == UpstreamServer.State.FAILED);
        String refused = file.problem();
        Health.Builder health = failed || refused != null ? Health.status(DEGRADED) : Health.up();
        statuses.forEach((name, status) -> health.withDetail(name, details(status, servers.gatewayLogin(name))));
        if (refused != null) {
            health.withDetail("refused", refused);
        }
        return health.build();
    }

    /** @param login address of the open login for the gateway itself; null for none */
    private static Map<String, Object> details(UpstreamServer.Status status, String login) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state().name().toLowerCase(Locale.ROOT));
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
}
