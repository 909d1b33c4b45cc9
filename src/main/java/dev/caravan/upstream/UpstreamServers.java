package dev.caravan.upstream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.BoundedNumbers;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/upstream.yaml}, by name. */
@Component("upstreamServers")
class UpstreamServers implements DisposableBean {

    private final Map<String, UpstreamServer> servers = new TreeMap<>();
    /** Numbers keep their digits: 100.0 is not 1E+2. */
    private final ObjectMapper mapper;
    private final ScheduledExecutorService attempts = Executors.newSingleThreadScheduledExecutor(new CamelThreadFactory("#name#", "upstream-attempts", true));

    UpstreamServers(UpstreamProperties properties, ObjectMapper mapper, ObjectProvider<BuildProperties> build) {
        this.mapper = mapper.copy().setNodeFactory(BoundedNumbers.EXACT);
        McpJsonMapper json = new JacksonMcpJsonMapper(this.mapper);
        BuildProperties known = build.getIfAvailable();
        McpSchema.Implementation self = McpSchema.Implementation.builder("caravan", known == null ? "development" : known.getVersion()).build();
        properties.servers().forEach((name, settings) -> servers.put(name, new UpstreamServer(name, settings,
                onEnd -> UpstreamConnection.open(name, settings, onEnd, gone -> settings.isHttp()
                        ? new HttpTransport(settings, json, gone)
                        : new StdioTransport(name, settings, json, gone), self),
                attempts)));
    }

    /** As below, outside of any trace. */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return call(server, tool, arguments, null, deadline);
    }

    /**
     * Calls a tool of a server.
     *
     * @param traceparent that the server is told in {@code _meta}; null: none
     * @return its {@code CallToolResult} as JSON: {@code {content, structuredContent?, isError?}}
     * @throws UnknownServerException when there is no such server
     * @throws RefusedCallException   when it answers with a JSON-RPC error, such as that it has no such tool
     * @throws UpstreamException      when it can't be reached or is late
     */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, String traceparent, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return mapper.valueToTree(named(server).call(tool, arguments, traceparent, deadline));
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
