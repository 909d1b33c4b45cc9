package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.TokenExchanges;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.BoundedNumbers;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.ForeignText;
import dev.caravan.source.oauth.Authorizations;
import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.OAuthSettings;
import dev.caravan.source.oauth.RequestAuthorization;
import dev.caravan.store.Sha256;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/upstream.yaml}, by name. */
@Component("upstreamServers")
public class UpstreamServers implements DisposableBean {

    /**
     * The state of a server, without addresses or credentials.
     *
     * @param state   idle, connecting, connected or failed
     * @param server  name and version that the server reports; null unless connected
     * @param problem null unless failed
     * @param nextTry null unless failed, and null if only a call tries again
     */
    public record ServerState(String name, String state, String transport, Instant since, String server, String problem, Instant nextTry) {
    }

    private static final int MOST_CALLERS = 1_000;

    /**
     * Connections to a server that clients or callers do not share.
     *
     * @param settings      settings of each connection
     * @param authorization of all connections; null for none, and for connections of callers, which have their own
     */
    private record Separate(UpstreamProperties.Server settings, RequestAuthorization authorization, ClientConnections connections) {
    }

    private final Map<String, UpstreamServer> servers = new ConcurrentSkipListMap<>();
    /** Servers with {@code sessions: per-client}. */
    private final Map<String, Separate> clients = new ConcurrentSkipListMap<>();
    /** Servers that want tokens of their callers. */
    private final Map<String, Separate> callers = new ConcurrentSkipListMap<>();
    private final Authorizations authorizations;
    private final TokenExchanges exchanges;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10))
            .build();
    private final Map<String, UpstreamProperties.Server> settings = new ConcurrentSkipListMap<>();
    private final StdioTransport.ProcessPlaces processes;
    private final int maxSessions;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> updateListeners = new CopyOnWriteArrayList<>();
    private final ObjectNode self;
    /** Keeps the digits of numbers: 100.0 does not become 1E+2. */
    private final ObjectMapper mapper;
    private final ScheduledExecutorService attempts = Executors.newSingleThreadScheduledExecutor(
            new CamelThreadFactory("#name#", "upstream-attempts", true));

    UpstreamServers(UpstreamProperties properties, ObjectMapper mapper, ObjectProvider<BuildProperties> build,
            ObjectProvider<Authorizations> authorizations,
            TokenExchanges exchanges) {
        this.authorizations = authorizations.getIfAvailable();
        this.exchanges = exchanges;
        this.mapper = mapper.copy().setNodeFactory(BoundedNumbers.EXACT);
        BuildProperties known = build.getIfAvailable();
        this.self = mapper.createObjectNode().put("name", "caravan").put("version", known == null ? "development" : known.getVersion());
        this.processes = new StdioTransport.ProcessPlaces(properties.maxProcesses(), this::endUnusedProcess);
        this.maxSessions = properties.maxSessions();
        properties.servers().forEach(this::add);
        keepTokens();
        authorizations.ifAvailable(all -> all.onGatewayLogin(server -> {
            UpstreamServer shared = servers.get(server);
            if (shared != null) {
                shared.loggedIn();
            }
        }));
    }

    /** Lets calls keep their callers' tokens while a server gets exchanged ones. */
    private void keepTokens() {
        exchanges.setNeeded("upstream", settings.values().stream()
                .anyMatch(server -> server.oauth() != null && server.oauth().grant() == OAuthSettings.Grant.TOKEN_EXCHANGE));
    }

    private void add(String name, UpstreamProperties.Server server) {
        settings.put(name, server);
        RequestAuthorization gateway = server.oauth() == null ? null : authorizations.ofGateway(name, server.url(), server.oauth());
        if (server.oauth() != null && server.oauth().isPerCaller()) {
            callers.put(name, new Separate(server.ofCaller(), null,
                    new ClientConnections(name, "callers", MOST_CALLERS, Duration.ZERO, attempts)));
        }
        if (server.sessions() == UpstreamProperties.Sessions.PER_CLIENT) {
            clients.put(name, new Separate(server.ofOneClient(), gateway,
                    new ClientConnections(name, "clients of upstream.max-sessions", maxSessions, server.idle(),
                    attempts)));
        }
        // last: a call that finds the server must find whose connection it needs
        servers.put(name, new UpstreamServer(name, server, onEnd -> connect(name, server, gateway, onEnd), attempts));
    }

    private UpstreamServer alone(String name, UpstreamProperties.Server server, RequestAuthorization authorization) {
        return new UpstreamServer(name, server, onEnd -> open(name, server, authorization, onEnd), attempts);
    }

    private UpstreamConnection connect(String name, UpstreamProperties.Server server, RequestAuthorization authorization,
            Consumer<String> onEnd) {
        UpstreamConnection connection = open(name, server, authorization, onEnd);
        changed(name);
        return connection;
    }

    private UpstreamConnection open(String name, UpstreamProperties.Server server, RequestAuthorization authorization,
            Consumer<String> onEnd) {
        return UpstreamConnection.open(name, server, events(name, onEnd), own -> server.isHttp()
                ? new HttpTransport(name, new HttpExchanges(http, server, authorization), mapper, server.longest(), own::take)
                : new StdioTransport(name, server, mapper, processes, own::take, own::ended).start(), self);
    }

    /** Ends the process that nobody called for the longest time. Returns false if all are in use. */
    private boolean endUnusedProcess() {
        List<UpstreamServer> all = new ArrayList<>(servers.values());
        clients.values().forEach(own -> all.addAll(own.connections().servers()));
        return all.stream().filter(UpstreamServer::isProcess).sorted(Comparator.comparingLong(UpstreamServer::lastUse))
                .anyMatch(server -> server.rest(Duration.ZERO));
    }

    /** Ends the connections of a client whose session has ended. */
    void endClient(String client) {
        clients.values().forEach(own -> own.connections().end(client));
    }

    private UpstreamConnection.Events events(String name, Consumer<String> onEnd) {
        return new UpstreamConnection.Events() {

            @Override
            public void ended(String reason) {
                onEnd.accept(reason);
            }

            @Override
            public void changed() {
                UpstreamServers.this.changed(name);
            }

            @Override
            public void updated(String uri) {
                updateListeners.forEach(listener -> listener.accept(uri));
            }
        };
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
                Stream.of(clients, callers).map(separate -> separate.remove(name)).filter(Objects::nonNull)
                        .forEach(own -> own.connections().close());
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
        keepTokens();
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
        ObjectNode given = mapper.valueToTree(arguments);
        return data(ask(server, relay, connection -> connection.call(tool, given, traceparent, relay, deadline), deadline));
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
        return named(server).ask(connection -> connection.list(member, deadline), deadline);
    }

    /** Makes a request, such as {@code resources/read}, and returns its result. Fails like {@link #call}. */
    ObjectNode ask(String server, String what, String method, ObjectNode params, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return data(ask(server, relay, connection -> connection.ask(what, method, params, relay, deadline), deadline));
    }

    /** Returns what a server sent, without control characters. */
    private ObjectNode data(JsonNode sent) {
        return sent instanceof ObjectNode object ? (ObjectNode) ForeignText.withoutControls(object) : mapper.createObjectNode();
    }

    /** Whether the server completes arguments. Waits for the connection. */
    boolean completes(String server) throws UpstreamException, InterruptedException {
        return named(server).ask(UpstreamConnection::completes, CallDeadline.UNLIMITED);
    }

    /**
     * Subscribes to these resources of a server, and to no others. Returns false if the server has no subscriptions.
     *
     * @throws UpstreamException if the server can't be reached or is late. A new connection has no subscriptions.
     */
    boolean subscribe(String server, Set<String> uris) throws UpstreamException, InterruptedException {
        return named(server).ask(connection -> connection.subscribe(uris, CallDeadline.UNLIMITED), CallDeadline.UNLIMITED);
    }

    /** Whether the connection has ended because nobody called the server. The next call connects again. */
    boolean isResting(String server) {
        UpstreamServer known = servers.get(server);
        return known != null && known.isResting();
    }

    /**
     * Makes one request of a client: on its caller's connection if the server wants tokens of its callers, on its own with {@code sessions:
     * per-client}.
     */
    private <T> T ask(String server, CallRelay relay, UpstreamServer.Request<T> request, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        UpstreamServer shared = named(server);
        Separate ofCallers = callers.get(server);
        if (ofCallers != null && ofCallers.settings().oauth().isFor(relay.caller())) {
            return ask(server, ofCallers, relay.caller(), request, deadline);
        }
        Separate own = clients.get(server);
        return own == null ? shared.ask(request, deadline)
                : own.connections().ask(relay.client(), () -> alone(server, own.settings(), own.authorization()), request, deadline);
    }

    /**
     * Makes a request on the connection of a caller. With exchanged tokens it is of one token, since another token of the same user may
     * allow more.
     */
    private <T> T ask(String server, Separate own, CallerIdentity caller, UpstreamServer.Request<T> request, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        OAuthSettings oauth = own.settings().oauth();
        RequestAuthorization authorization = authorizations.ofCaller(server, own.settings().url(), oauth, caller);
        String token = oauth.grant() == OAuthSettings.Grant.TOKEN_EXCHANGE ? Sha256.hex(caller.token()) : "";
        return own.connections().ask(caller.name() + "\n" + token, () -> alone(server, own.settings(), authorization), request, deadline);
    }

    private UpstreamServer named(String server) throws UnknownServerException {
        UpstreamServer found = servers.get(server);
        if (found == null) {
            throw new UnknownServerException(server);
        }
        return found;
    }

    /** Returns the address of the open login for the gateway itself, which only operators may see; null if there is none. */
    String gatewayLogin(String server) {
        UpstreamProperties.Server known = settings.get(server);
        return known == null || known.oauth() == null ? null : authorizations.gatewayLogin(server, known.url());
    }

    Map<String, UpstreamServer.Status> statuses() {
        Map<String, UpstreamServer.Status> statuses = new TreeMap<>();
        servers.forEach((name, server) -> statuses.put(name, server.status()));
        return statuses;
    }

    /** Returns the states of the servers, ordered by name. */
    public List<ServerState> states() {
        return statuses().entrySet().stream().map(server -> shown(server.getKey(), server.getValue())).toList();
    }

    private static ServerState shown(String name, UpstreamServer.Status status) {
        return new ServerState(name, status.state().name().toLowerCase(Locale.ROOT), status.transport(), status.since(), status.server(),
                status.problem() == null ? null : URISupport.sanitizeUri(status.problem()), status.nextTry());
    }

    @Override
    public void destroy() {
        attempts.shutdownNow();
        servers.values().forEach(UpstreamServer::close);
        Stream.of(clients, callers).flatMap(separate -> separate.values().stream()).forEach(own -> own.connections().close());
    }
}
