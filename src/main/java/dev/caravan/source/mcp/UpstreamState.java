package dev.caravan.source.mcp;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.camel.util.URISupport;
import org.springframework.stereotype.Component;

/** Shows the states of the MCP servers in {@code config/upstream.yaml}, without addresses or credentials. */
@Component
public class UpstreamState {

    /**
     * @param state   idle, connecting, connected or failed
     * @param server  name and version that the server reports; null unless connected
     * @param problem null unless failed
     * @param nextTry null unless failed, and null if only a call tries again
     */
    public record Server(String name, String state, String transport, Instant since, String server, String problem, Instant nextTry) {
    }

    private final UpstreamServers servers;

    UpstreamState(UpstreamServers servers) {
        this.servers = servers;
    }

    /** Returns the servers, ordered by name. */
    public List<Server> servers() {
        return servers.statuses().entrySet().stream().map(server -> shown(server.getKey(), server.getValue())).toList();
    }

    /** Returns the address of the open login for the gateway itself, which only operators may see; null if there is none. */
    public String gatewayLogin(String server) {
        return servers.gatewayLogin(server);
    }

    private static Server shown(String name, UpstreamServer.Status status) {
        return new Server(name, status.state().name().toLowerCase(Locale.ROOT), status.transport(), status.since(), status.server(),
                status.problem() == null ? null : URISupport.sanitizeUri(status.problem()), status.nextTry());
    }
}
