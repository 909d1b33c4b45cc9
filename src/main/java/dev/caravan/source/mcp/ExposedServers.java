package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** The upstream servers whose tools the gateway offers as its own: their settings, their tools, resources and prompts, and their changes. */
@Component
public class ExposedServers {

    /** @param tags tags of each tool of the server */
    public record Exposed(Exposure exposure, List<String> tags, Duration timeout) {
    }

    private final UpstreamServers servers;
    private final Duration refresh;
    private final Path accepted;

    ExposedServers(UpstreamServers servers, UpstreamProperties properties) {
        this.servers = servers;
        this.refresh = properties.refresh();
        this.accepted = properties.file().resolveSibling(properties.file().getFileName().toString().replaceFirst("\\.ya?ml$", "") + ".accepted.json");
    }

    /** Returns the path of the file with the accepted tool definitions. It is in the folder of the settings. */
    public Path accepted() {
        return accepted;
    }

    /** Returns the interval at which the tools are read, in addition to when a server reports a change. */
    public Duration refresh() {
        return refresh;
    }

    /** Returns {server name: its settings}, as they are now. */
    public Map<String, Exposed> all() {
        Map<String, Exposed> exposed = new TreeMap<>();
        servers.settings().forEach((name, settings) -> {
            if (settings.expose() != null) {
                exposed.put(name, new Exposed(settings.expose(), settings.tags(), settings.timeout()));
            }
        });
        return exposed;
    }

    /** Reads the tools from the server. Waits for the connection. */
    public ArrayNode tools(String server) throws Exception {
        return (ArrayNode) servers.tools(server, CallDeadline.UNLIMITED).get("tools");
    }

    /** Whether the connection ended because nobody called the server. Reading its tools would start the server again. */
    public boolean isResting(String server) {
        return servers.isResting(server);
    }

    /** Reads {@code {resources: […], resourceTemplates: […]}} from the server. Waits for the connection. */
    public ObjectNode resources(String server) throws Exception {
        return servers.resources(server, CallDeadline.UNLIMITED);
    }

    /** Reads {@code {prompts: […]}} from the server. Waits for the connection. */
    public ObjectNode prompts(String server) throws Exception {
        return servers.prompts(server, CallDeadline.UNLIMITED);
    }

    /** Whether the server completes arguments of prompts and templates. Waits for the connection. */
    public boolean completes(String server) throws Exception {
        return servers.completes(server);
    }

    /** Subscribes to these resources of the server, and to no others. Waits for the connection. A new connection has no subscriptions. */
    public void subscribe(String server, Set<String> uris) throws Exception {
        servers.subscribe(server, uris);
    }

    /**
     * Adds a listener.
     *
     * @param listener receives the URI of a resource that {@link #subscribe} named, when its content has changed
     */
    public void onUpdate(Consumer<String> listener) {
        servers.onUpdate(listener);
    }

    /**
     * Adds a listener.
     *
     * @param listener receives the name of a server that connected, reported changed tools, or was changed in the settings
     */
    public void onChange(Consumer<String> listener) {
        servers.onChange(listener);
    }
}
