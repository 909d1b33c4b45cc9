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
    /** Keeps the digits of numbers: 100.0 does not become 1E+2. */
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

    /**
     * Applies new settings. Servers with unchanged settings keep their connections.
     *
     * @return names of the servers that were added, changed or removed
     */
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

    /** Returns {server name: its settings}, as they are now. */
    Map<String, UpstreamProperties.Server> settings() {
        return settings;
    }

    /**
     * Adds a listener.
     *
     * @param listener receives the name of a server that connected, reported changed tools, or was changed in the settings
     */
    void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    private void changed(String server) {
        listeners.forEach(listener -> listener.accept(server));
    }

    /** Calls a tool like {@link #call(String, String, Map, String, CallRelay, CallDeadline)}, without a trace and a relay. */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return call(server, tool, arguments, null, null, deadline);
    }

    /**
     * Calls a tool of a server.
     *
     * @param traceparent sent to the server in {@code _meta}; null for none
     * @param relay       receives the server's messages and questions during the call; null for none
     * @return {@code CallToolResult} as JSON: {@code {content, structuredContent?, isError?}}
     * @throws UnknownServerException if there is no such server
     * @throws RefusedCallException   if the server answers with a JSON-RPC error, for example for an unknown tool
     * @throws UpstreamException      if the server can't be reached or is late
     */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, String traceparent, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).call(tool, arguments, traceparent, relay, deadline));
    }

    /**
     * Lists the tools of a server, from all pages. Fails like {@link #call}.
     *
     * @return {@code {tools: [a tool as the server sent it]}}
     */
    ObjectNode tools(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("tools", mapper.valueToTree(named(server).tools(deadline)));
        return list;
    }

    /** Lists resources and templates as {@code {resources: […], resourceTemplates: […]}}. Fails like {@link #call}. */
    ObjectNode resources(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("resources", mapper.valueToTree(named(server).ask(connection -> connection.resources(deadline), deadline)));
        list.set("resourceTemplates", mapper.valueToTree(named(server).ask(connection -> connection.resourceTemplates(deadline), deadline)));
        return list;
    }

    /** Lists prompts as {@code {prompts: […]}}. Fails like {@link #call}. */
    ObjectNode prompts(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        ObjectNode list = mapper.createObjectNode();
        list.set("prompts", mapper.valueToTree(named(server).ask(connection -> connection.prompts(deadline), deadline)));
        return list;
    }

    /** Reads a resource. Returns the result of {@code resources/read}. Fails like {@link #call}. */
    ObjectNode read(String server, String uri, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).ask(connection -> connection.read(uri, deadline), deadline));
    }

    /** Gets a prompt. Returns the result of {@code prompts/get}. Fails like {@link #call}. */
    ObjectNode prompt(String server, String prompt, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).ask(connection -> connection.prompt(prompt, arguments, deadline), deadline));
    }

    /** Whether the connection has ended because nobody called the server. The next call connects again. */
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
