package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.TokenExchanges;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.BoundedNumbers;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.ForeignText;
import dev.caravan.source.oauth.Authorizations;
import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.OAuthSettings;
import dev.caravan.source.oauth.RequestAuthorization;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/servers}, by name. */
@Component("upstreamServers")
public class ConnectedServers implements DisposableBean {

    private static final int MOST_CALLERS = 1_000;
    /** How long a connection of one caller or client stays without a call, if the settings have no {@code idle}. */
    private static final Duration SEPARATE_IDLE = Duration.ofMinutes(10);
    private static final long LOOK_MILLIS = 500;

    /**
     * @param authorization of the gateway itself; null for none
     * @param separate      connections of one caller or one client
     */
    private record Known(UpstreamProperties.Server settings, RequestAuthorization authorization, UpstreamServer shared,
            ClientConnections separate) {

        void look() {
            shared.look();
            separate.endUnused();
        }

        void close() {
            shared.close();
            separate.close();
        }
    }

    private final Map<String, Known> servers = new ConcurrentSkipListMap<>();
    private final Authorizations authorizations;
    private final TokenExchanges exchanges;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10))
            .build();
    private final int maxSessions;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> updateListeners = new CopyOnWriteArrayList<>();
    private final ObjectNode self;
    /** Keeps the digits of numbers: 100.0 does not become 1E+2. */
    private final ObjectMapper mapper;
    private final ScheduledExecutorService attempts = Executors.newSingleThreadScheduledExecutor(
            new CamelThreadFactory("#name#", "upstream-attempts", true));

    ConnectedServers(UpstreamProperties properties, ObjectMapper mapper, ObjectProvider<BuildProperties> build,
            ObjectProvider<Authorizations> authorizations, TokenExchanges exchanges) {
        this.authorizations = authorizations.getIfAvailable();
        this.exchanges = exchanges;
        this.mapper = mapper.copy().setNodeFactory(BoundedNumbers.EXACT);
        BuildProperties version = build.getIfAvailable();
        this.self = mapper.createObjectNode().put("name", "caravan").put("version", version == null ? "development" : version.getVersion());
        this.maxSessions = properties.maxSessions();
        attempts.scheduleWithFixedDelay(() -> servers.values().forEach(Known::look), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        authorizations.ifAvailable(all -> all.onGatewayLogin(server -> {
            Known known = servers.get(server);
            if (known != null) {
                known.shared().loggedIn();
            }
        }));
    }

    /** Lets calls keep their callers' tokens while a server gets exchanged ones. */
    private void keepTokens() {
        exchanges.setNeeded("upstream", settings().values().stream()
                .anyMatch(server -> server.oauth() != null && server.oauth().grant() == OAuthSettings.Grant.TOKEN_EXCHANGE));
    }

    private UpstreamServer alone(String name, UpstreamProperties.Server server, RequestAuthorization authorization) {
        return new UpstreamServer(name, server, onEnd -> open(name, server, authorization, onEnd));
    }

    private UpstreamConnection open(String name, UpstreamProperties.Server server, RequestAuthorization authorization,
            Consumer<String> onEnd) {
        UpstreamConnection.Events events = new UpstreamConnection.Events(onEnd, () -> changed(name),
                uri -> updateListeners.forEach(listener -> listener.accept(uri)));
        return UpstreamConnection.open(name, server, events, own -> server.isHttp()
                ? new HttpTransport(name, new HttpExchanges(http, server, authorization), mapper, server.longest(), own::take)
                : new StdioTransport(name, server, mapper, own::take, own::ended).start(), self);
    }

    /** Ends the connections of a client whose session has ended. */
    void endClient(String client) {
        servers.values().forEach(known -> known.separate().end(client));
    }

    /** Puts new settings of a server into effect. Its former connections end. */
    synchronized void put(String name, UpstreamProperties.Server server) {
        RequestAuthorization gateway = server.oauth() == null ? null : authorizations.ofGateway(name, server.url(), server.oauth());
        UpstreamServer shared = new UpstreamServer(name, server, onEnd -> {
            UpstreamConnection connection = open(name, server, gateway, onEnd);
            changed(name);
            return connection;
        });
        int most = server.sessions() == UpstreamProperties.Sessions.PER_CLIENT ? maxSessions : MOST_CALLERS;
        close(servers.put(name, new Known(server, gateway, shared,
                new ClientConnections(name, most, server.idle().isZero() ? SEPARATE_IDLE : server.idle()))));
        keepTokens();
        changed(name);
    }

    synchronized void remove(String name) {
        close(servers.remove(name));
        keepTokens();
        changed(name);
    }

    private static void close(Known former) {
        if (former != null) {
            former.close();
        }
    }

    /** Returns {server name: its settings}, as they are now. */
    Map<String, UpstreamProperties.Server> settings() {
        Map<String, UpstreamProperties.Server> settings = new TreeMap<>();
        servers.forEach((name, known) -> settings.put(name, known.settings()));
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

    /**
     * Adds a listener.
     *
     * @param listener receives the URI of a resource that {@link #subscribe} named, when its content has changed
     */
    void onUpdate(Consumer<String> listener) {
        updateListeners.add(listener);
    }

    private void changed(String server) {
        listeners.forEach(listener -> listener.accept(server));
    }

    /** Calls a tool like {@link #call(String, String, Map, String, CallRelay, CallDeadline)}, without a trace and a relay. */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return call(server, tool, arguments, null, CallRelay.NOBODY, deadline);
    }

    /**
     * Calls a tool of a server.
     *
     * @param traceparent sent to the server in {@code _meta}; null for none
     * @param relay       the client; it receives the server's messages and questions during the call
     * @return {@code CallToolResult} as JSON: {@code {content, structuredContent?, isError?}}
     * @throws UnknownServerException if there is no such server
     * @throws RefusedCallException   if the server answers with a JSON-RPC error, for example for an unknown tool
     * @throws UpstreamException      if the server can't be reached or is late
     */
    ObjectNode call(String server, String tool, Map<String, Object> arguments, String traceparent, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        ObjectNode params = mapper.createObjectNode().put("name", tool).set("arguments", mapper.valueToTree(arguments));
        if (traceparent != null) {
            params.putObject("_meta").put("traceparent", traceparent);
        }
        return ask(server, tool, "tools/call", params, relay, deadline);
    }

    /** Lists the tools of a server as {@code {tools: [a tool as the server sent it]}}. Fails like {@link #call}. */
    ObjectNode tools(String server, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return mapper.createObjectNode().set("tools", list(server, "tools", deadline));
    }

    /**
     * Returns all entries of a list, as the server sent them. Fails like {@link #call}.
     *
     * @param member tools, resources, resourceTemplates or prompts
     */
    ArrayNode list(String server, String member, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return named(server).shared().ask(connection -> connection.list(member, deadline), deadline);
    }

    /** Makes a request, such as {@code resources/read}, and returns its result. Fails like {@link #call}. */
    ObjectNode ask(String server, String what, String method, ObjectNode params, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        JsonNode sent = ask(server, relay, connection -> connection.ask(what, method, params, relay, deadline), deadline);
        if (sent instanceof ObjectNode object) {
            return (ObjectNode) ForeignText.withoutControls(object);
        }
        throw new UpstreamException(Text.of("upstream.toolFailed", server, what, "its result is no object"));
    }

    /** Makes a request of the gateway itself. Waits for the connection. Fails like {@link #call}. */
    <T> T ask(String server, UpstreamServer.Request<T> request) throws UpstreamException, InterruptedException {
        return named(server).shared().ask(request, CallDeadline.UNLIMITED);
    }

    /** Whether the connection has ended because nobody called the server. The next call connects again. */
    boolean isResting(String server) {
        Known known = servers.get(server);
        return known != null && known.shared().isResting();
    }

    /**
     * Makes one request of a client: on its caller's connection if the server wants tokens of its callers, on its own with {@code sessions:
     * per-client}. With exchanged tokens, a connection is of one token, since another token of the same user may allow more.
     */
    private <T> T ask(String server, CallRelay relay, UpstreamServer.Request<T> request, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        Known known = named(server);
        UpstreamProperties.Server settings = known.settings();
        CallerIdentity caller = relay.caller();
        boolean isOfCaller = settings.oauth() != null && settings.oauth().isFor(caller);
        if (!isOfCaller && settings.sessions() == UpstreamProperties.Sessions.SHARED) {
            return known.shared().ask(request, deadline);
        }
        RequestAuthorization authorization = isOfCaller ? authorizations.ofCaller(server, settings.url(), settings.oauth(), caller)
                : known.authorization();
        String token = isOfCaller && settings.oauth().grant() == OAuthSettings.Grant.TOKEN_EXCHANGE
                ? DigestUtils.sha256Hex(caller.token()) : "";
        String owner = isOfCaller ? caller.name() + "\n" + token : relay.client();
        return known.separate().ask(owner, () -> alone(server, settings.ofOne(), authorization), request, deadline);
    }

    private Known named(String server) throws UnknownServerException {
        Known found = servers.get(server);
        if (found == null) {
            throw new UnknownServerException(server);
        }
        return found;
    }

    /** Returns the address of the open login for the gateway itself, which only operators may see; null if there is none. */
    String gatewayLogin(String server) {
        UpstreamProperties.Server known = settings().get(server);
        return known == null || known.oauth() == null ? null : authorizations.gatewayLogin(server, known.url());
    }

    /** Returns the state of a server; null for an unknown one. */
    UpstreamServer.Status status(String name) {
        Known known = servers.get(name);
        return known == null ? null : known.shared().status();
    }

    /** Returns {server name: its state}. */
    public Map<String, UpstreamServer.Status> statuses() {
        Map<String, UpstreamServer.Status> statuses = new TreeMap<>();
        servers.forEach((name, known) -> statuses.put(name, known.shared().status()));
        return statuses;
    }

    @Override
    public void destroy() {
        attempts.shutdownNow();
        servers.values().forEach(Known::close);
    }
}
