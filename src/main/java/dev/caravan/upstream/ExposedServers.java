package dev.caravan.upstream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** The upstream servers whose tools the gateway offers as its own: which they are, what tools they have, and when these change. */
@Component
public class ExposedServers {

    /** @param tags of each of its tools */
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

    /** Where the definitions of their tools that are accepted are kept: beside the settings. */
    public Path accepted() {
        return accepted;
    }

    /** How often their tools are read, besides when one says that they have changed. */
    public Duration refresh() {
        return refresh;
    }

    /** By the server's name, as the settings are now. */
    public Map<String, Exposed> all() {
        Map<String, Exposed> exposed = new TreeMap<>();
        servers.settings().forEach((name, settings) -> {
            if (settings.expose() != null) {
                exposed.put(name, new Exposed(settings.expose(), settings.tags(), settings.timeout()));
            }
        });
        return exposed;
    }

    /** Asks the server for its tools; waits for its connection. */
    public ArrayNode tools(String server) throws Exception {
        return (ArrayNode) servers.tools(server, CallDeadline.UNLIMITED).get("tools");
    }

    /** Whether it ended because nobody called it: a look at its tools must not start it again. */
    public boolean isResting(String server) {
        return servers.isResting(server);
    }

    /** {@code {resources: […], resourceTemplates: […]}}; waits for its connection. */
    public ObjectNode resources(String server) throws Exception {
        return servers.resources(server, CallDeadline.UNLIMITED);
    }

    /** {@code {prompts: […]}}; waits for its connection. */
    public ObjectNode prompts(String server) throws Exception {
        return servers.prompts(server, CallDeadline.UNLIMITED);
    }

    /** @param listener told the name of a server that connected, was changed in the settings, or said that its tools have changed */
    public void onChange(Consumer<String> listener) {
        servers.onChange(listener);
    }
}
