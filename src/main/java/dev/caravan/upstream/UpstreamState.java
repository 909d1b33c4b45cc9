package dev.caravan.upstream;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.camel.util.URISupport;
import org.springframework.stereotype.Component;

/** How the MCP servers of {@code config/upstream.yaml} are, for those who show it: no address, no credential. */
@Component
public class UpstreamState {

    /**
     * @param state   idle, connecting, connected or failed
     * @param server  what it calls itself; null unless connected
     * @param problem null unless it failed
     * @param nextTry null unless it failed and is tried again by itself
     */
    public record Server(String name, String state, String transport, Instant since, String server, String problem, Instant nextTry) {
    }

    private final UpstreamServers servers;

    UpstreamState(UpstreamServers servers) {
        this.servers = servers;
    }

    /** By name. */
    public List<Server> servers() {
        return servers.statuses().entrySet().stream().map(server -> shown(server.getKey(), server.getValue())).toList();
    }

    private static Server shown(String name, UpstreamServer.Status status) {
        return new Server(name, status.state().name().toLowerCase(Locale.ROOT), status.transport(), status.since(), status.server(),
                status.problem() == null ? null : URISupport.sanitizeUri(status.problem()), status.nextTry());
    }
}
