package dev.caravan.upstream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.BoundedNumbers;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/upstream.yaml}, by name. */
@Component("upstreamServers")
class UpstreamServers implements DisposableBean {

    private final Map<String, UpstreamServer> servers = new ConcurrentSkipListMap<>();
    private final Map<String, UpstreamProperties.Server> settings = new ConcurrentSkipListMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final McpJsonMapper json;
    private final McpSchema.Implementation self;
    /** Numbers keep their digits: 100.0 is not 1E+2. */
    private final ObjectMapper mapper;
    private final ScheduledExecutorService attempts = Executors.newSingleThreadScheduledExecutor(new CamelThreadFactory("#name#", "upstream-attempts", true));

    UpstreamServers(UpstreamProperties properties, ObjectMapper mapper, ObjectProvider<BuildProperties> build) {
        this.mapper = mapper.copy().setNodeFactory(BoundedNumbers.EXACT);
        this.json = new JacksonMcpJsonMapper(this.mapper);
        BuildProperties known = build.getIfAvailable();
        this.self = McpSchema.Implementation.builder("caravan", known == null ? "development" : known.getVersion()).build();
        properties.servers().forEach(this::add);
    }

    private void add(String name, UpstreamProperties.Server server) {
        settings.put(name, server);
        servers.put(name, new UpstreamServer(name, server, onEnd -> connect(name, server, onEnd), attempts));
    }

    private UpstreamConnection connect(String name, UpstreamProperties.Server server, Consumer<String> onEnd) {
        UpstreamConnection connection = UpstreamConnection.open(name, server, onEnd, () -> changed(name), gone -> server.isHttp()
                ? new HttpTransport(name, server, json, gone)
                : new StdioTransport(name, server, json, gone), json, self);
        changed(name);
        return connection;
    }

    /** Takes new settings up: servers whose settings are as before keep their connections. Returns the names of those that were added, changed or removed. */
    synchronized List<String> apply(UpstreamProperties properties) {
        List<String> changed = new ArrayList<>();
        for (String name : new TreeSet<>(settings.keySet())) {
            if (!settings.get(name).equals(properties.servers().get(name))) {
                settings.remove(name);
                servers.remove(name).close();
                changed.add(name);
            }
        }
        properties.servers().forEach((name, server) -> {
            if (!settings.containsKey(name)) {
                add(name, server);
                if (!changed.contains(name)) {
                    changed.add(name);
                }
            }
        });
        changed.forEach(this::changed);
        return changed;
    }

    /** By name, as they are now. */
    Map<String, UpstreamProperties.Server> settings() {
        return settings;
    }

    /** @param listener told the name of a server that connected, was changed in the settings, or said that its tools have changed */
    void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    private void changed(String server) {
        listeners.forEach(listener -> listener.accept(server));
    }

    /** As below, outside of any trace. */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return call(server, tool, arguments, null, null, deadline);
    }

    /**
     * Calls a tool of a server.
     *
     * @param traceparent that the server is told in {@code _meta}; null: none
     * @param relay       whom to tell what the server says meanwhile; null: nobody
     * @return its {@code CallToolResult} as JSON: {@code {content, structuredContent?, isError?}}
     * @throws UnknownServerException when there is no such server
     * @throws RefusedCallException   when it answers with a JSON-RPC error, such as that it has no such tool
     * @throws UpstreamException      when it can't be reached or is late
     */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, String traceparent, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).call(tool, arguments, traceparent, relay, deadline));
    }

    /**
     * Lists the tools of a server, whatever pages it sends them in; fails as {@link #call} does.
     *
     * @return {@code {tools: [a tool as the server sent it]}}
     */
    ObjectNode tools(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("tools", mapper.valueToTree(named(server).tools(deadline)));
        return list;
    }

    /** As {@link #tools}: {@code {resources: […], resourceTemplates: […]}}. */
    ObjectNode resources(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("resources", mapper.valueToTree(named(server).ask(connection -> connection.resources(deadline), deadline)));
        list.set("resourceTemplates", mapper.valueToTree(named(server).ask(connection -> connection.resourceTemplates(deadline), deadline)));
        return list;
    }

    /** As {@link #tools}: {@code {prompts: […]}}. */
    ObjectNode prompts(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("prompts", mapper.valueToTree(named(server).ask(connection -> connection.prompts(deadline), deadline)));
        return list;
    }

    /** Fails as {@link #call} does. */
    ObjectNode read(String server, String uri, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).ask(connection -> connection.read(uri, deadline), deadline));
    }

    /** Fails as {@link #call} does. */
    ObjectNode prompt(String server, String prompt, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).ask(connection -> connection.prompt(prompt, arguments, deadline), deadline));
    }

    /** Whether the server was connected, and is left alone until the next call. */
    boolean isResting(String server) {
        UpstreamServer known = servers.get(server);
        return known != null && known.isResting();
    }

    private UpstreamServer named(String server) throws UnknownServerException {
        UpstreamServer found = servers.get(server);
        if (found == null) {
            throw new UnknownServerException(server);
        }
        return found;
    }

    Map<String, UpstreamServer.Status> statuses() {
        Map<String, UpstreamServer.Status> statuses = new TreeMap<>();
        servers.forEach((name, server) -> statuses.put(name, server.status()));
        return statuses;
    }

    @Override
    public void destroy() {
        attempts.shutdownNow();
        servers.values().forEach(UpstreamServer::close);
    }
}
