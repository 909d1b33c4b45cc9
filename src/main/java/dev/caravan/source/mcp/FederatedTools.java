package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.observe.StateGauges;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.TemplateJson;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps the last known tools of exposed upstream servers, and makes routes for them. A server that can't be reached keeps its tools, and
 * does not delay other servers.
 */
@Component
class FederatedTools implements GeneratedRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(FederatedTools.class);
    /** Between two reads of a server that reports many changes. */
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String CHANGED = "caravan.upstream.tools.changed";

    private final ConnectedServers servers;
    private final Duration refresh;
    private final TemplateJson json;
    private final AcceptedDefinitions accepted;
    private final MeterRegistry registry;
    private final StateGauges counters;
    private final Map<String, ServerTools> known = new ConcurrentHashMap<>();
    /** Servers that wait for reading or are being read. True: the server must be read again afterwards. */
    private final Map<String, Boolean> reading = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService readers;
    private final ScheduledExecutorService clock;

    FederatedTools(ConnectedServers servers, UpstreamProperties properties, ObjectMapper mapper, MeterRegistry registry,
            CamelContext context) {
        this.servers = servers;
        this.refresh = properties.refresh();
        this.json = new TemplateJson(mapper);
        this.accepted = new AcceptedDefinitions(properties.directory(), mapper);
        this.registry = registry;
        this.counters = new StateGauges(registry, "server").withCounter(CHANGED);
        this.readers = context.getExecutorServiceManager().newCachedThreadPool(this, "upstream-tools");
        this.clock = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "upstream-tools-clock");
    }

    /** Reads all servers, now and later. */
    void start() {
        servers.onChange(this::read);
        clock.scheduleWithFixedDelay(this::readAll, 0, refresh.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void readAll() {
        servers.settings().keySet().stream().filter(server -> exposed(server) != null)
                .filter(server -> !known.containsKey(server) || !servers.isResting(server))
                .forEach(this::read);
    }

    /** Returns the settings of a server whose tools the gateway offers; null if it offers none. */
    private UpstreamProperties.Server exposed(String server) {
        UpstreamProperties.Server settings = servers.settings().get(server);
        return settings == null || settings.expose() == null ? null : settings;
    }

    @Override
    public Map<String, List<Templated>> files() {
        Map<String, List<Templated>> files = new LinkedHashMap<>();
        known.forEach((server, state) -> {
            if (!state.routes().isEmpty()) {
                files.put("config/upstream/" + server + ".camel.yaml", state.routes());
            }
            if (!state.contentRoutes().isEmpty()) {
                files.put("config/upstream/" + server + "-contents.camel.yaml", state.contentRoutes());
            }
        });
        return files;
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns what is known of a server; null for nothing. */
    ServerTools known(String server) {
        return known.get(server);
    }

    /** Returns {server name: its tools}. */
    Map<String, ServerTools> known() {
        return new TreeMap<>(known);
    }

    /**
     * Approves a waiting definition, and offers it.
     *
     * @param name name at the server; the URI or template of a resource
     * @param seen definition that the operator saw; null for any
     * @return false if no such definition waits, or another one than the operator saw
     */
    synchronized boolean approve(String server, DefinitionKind kind, String name, ObjectNode seen) {
        ServerTools state = known.get(server);
        DefinitionReview.Waiting waits = state == null ? null : state.review(kind).waiting().get(name);
        if (waits == null || isOther(seen, waits.next().definition())) {
            return false;
        }
        accepted.accept(server, kind, Map.of(name, waits.sent()), state.settings().expose().maxTools());
        keep(server, state.settings(), state.with(kind, state.review(kind).approved(name)), state.completes(), state.readAt(),
                state.problem());
        LOG.info("Upstream definition approved server={} kind={} name={}", server, kind.word(), name);
        return true;
    }

    /** Compares texts too, because a number may come back in another class. */
    private static boolean isOther(ObjectNode seen, JsonNode waits) {
        return seen != null && !seen.equals(waits) && !seen.toString().equals(waits.toString());
    }

    /** Offers what was accepted in former starts until the server answers. */
    private void recall(String server, UpstreamProperties.Server settings) {
        if (accepted.knows(server)) {
            keep(server, settings, reviews(server, settings, true, kind -> accepted.of(server, kind).values()), false, null, null);
        }
    }

    private Map<DefinitionKind, DefinitionReview> reviews(String server, UpstreamProperties.Server settings, boolean wasRead,
            Function<DefinitionKind, Iterable<JsonNode>> sent) {
        Map<DefinitionKind, DefinitionReview> reviews = new EnumMap<>(DefinitionKind.class);
        for (DefinitionKind kind : DefinitionKind.values()) {
            Iterable<JsonNode> listed = kind.isOffered(settings.expose()) ? sent.apply(kind) : List.of();
            reviews.put(kind, DefinitionReview.of(kind, settings.expose(), wasRead, accepted.of(server, kind), listed));
        }
        return reviews;
    }

    /** Reads a server's tools soon, on a separate thread. Changes that the server reports meanwhile cause one more read, after a pause. */
    private void read(String server) {
        if (!reading.merge(server, false, (before, now) -> true)) {
            readers.execute(() -> readAndAgain(server));
        }
    }

    private void readAndAgain(String server) {
        reading.replace(server, false);
        try {
            readNow(server);
        } finally {
            if (!reading.remove(server, false) && !clock.isShutdown()) {
                clock.schedule(() -> readers.execute(() -> readAndAgain(server)), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void readNow(String server) {
        UpstreamProperties.Server settings = exposed(server);
        if (settings == null) {
            if (known.remove(server) != null) {
                changed();
                LOG.info("Upstream tools no longer offered server={}", server);
            }
            return;
        }
        if (!known.containsKey(server)) {
            recall(server, settings);
        }
        try {
            Map<DefinitionKind, Iterable<JsonNode>> sent = new EnumMap<>(DefinitionKind.class);
            sent.put(DefinitionKind.TOOL, servers.list(server, "tools", CallDeadline.UNLIMITED));
            if (settings.expose().resources()) {
                sent.put(DefinitionKind.RESOURCE, servers.list(server, "resources", CallDeadline.UNLIMITED)
                        .addAll(servers.list(server, "resourceTemplates", CallDeadline.UNLIMITED)));
            }
            if (settings.expose().prompts()) {
                sent.put(DefinitionKind.PROMPT, servers.list(server, "prompts", CallDeadline.UNLIMITED));
            }
            take(server, settings, sent, sent.size() > 1 && servers.ask(server, UpstreamConnection::completes));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            ServerTools last = known.computeIfPresent(server, (name, state) -> state.failed(e.getMessage()));
            LOG.warn("Upstream tools not read, the last known tools stay server={} reason={} tools={}", server, e.getMessage(),
                    last == null ? 0 : last.tools().size());
        }
    }

    /** Compares what a server sent with what was accepted. An approval must not come between the two, or it would be lost. */
    private synchronized void take(String server, UpstreamProperties.Server settings, Map<DefinitionKind, Iterable<JsonNode>> sent,
            boolean completes) {
        ServerTools last = known.get(server);
        boolean wasRead = accepted.knows(server) || last != null && last.readAt() != null;
        Map<DefinitionKind, DefinitionReview> reviews = reviews(server, settings, wasRead, sent::get);
        reviews.forEach((kind, review) -> {
            tell(server, kind, last == null ? null : last.review(kind), review);
            if (!review.beyond().isEmpty() && (last == null || last.readAt() == null)) {
                LOG.warn("Upstream definitions beyond expose.max-tools not offered server={} kind={} left={} maxTools={}", server,
                        kind.word(), review.beyond().size(), settings.expose().maxTools());
            }
            accepted.accept(server, kind, review.accepted(), settings.expose().maxTools());
        });
        ServerTools next = keep(server, settings, reviews, completes, Instant.now(), null);
        if (last == null || !next.routes().equals(last.routes())) {
            LOG.info("Upstream tools offered server={} tools={}", server, next.tools().size());
        }
    }

    private void countChange(String server) {
        registry.counter(CHANGED, "server", server).increment();
    }

    private ServerTools keep(String server, UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews,
            boolean completes, Instant readAt, String problem) {
        ServerTools state = new ServerTools(settings, reviews, completes, ofTools(server, settings, reviews),
                ofContents(server, settings, reviews, completes), readAt, problem);
        known.put(server, state);
        changed();
        return state;
    }

    private void changed() {
        counters.keep(known.keySet());
        listeners.forEach(Runnable::run);
    }

    /** Logs and counts the changes since the last read, so that an operator can review what a changed tool claims to do. */
    private void tell(String server, DefinitionKind kind, DefinitionReview last, DefinitionReview review) {
        String word = kind.word();
        review.changed().forEach((name, changes) -> {
            LOG.warn("Upstream definition changed server={} kind={} name={} changes={}", server, word, name, String.join(",", changes));
            countChange(server);
        });
        review.waiting().forEach((name, waits) -> {
            if (last == null || !waits.equals(last.waiting().get(name))) {
                LOG.warn("Upstream definition waits for approval server={} kind={} name={} reason={} offered={}", server, word, name,
                        waits.reason(), waits.former() == null ? "no" : "as before");
                countChange(server);
            }
        });
        review.refused().forEach((name, why) -> {
            if (last == null || !why.equals(last.refused().get(name))) {
                LOG.warn("Upstream definition not offered server={} kind={} name={} reason={}", server, word, name, why);
            }
        });
    }

    /** Makes a route for each tool, from the route templates in {@code routes/upstream/}. */
    private List<Templated> ofTools(String server, UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedDefinition tool : reviews.get(DefinitionKind.TOOL).offered().values()) {
            Map<String, String> parameters = shared(tool.name(), server, settings, tool.definition());
            parameters.put("tool", tool.original());
            parameters.put("constants", json.text(tool.constants()));
            routes.add(new Templated(tool.name(), "upstream-tool", parameters));
        }
        return List.copyOf(routes);
    }

    /**
     * Makes the routes of resources, templates and prompts.
     *
     * @param completes whether the server completes arguments; each prompt with arguments and each template then has one more route
     */
    private List<Templated> ofContents(String server, UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews,
            boolean completes) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedDefinition resource : reviews.get(DefinitionKind.RESOURCE).offered().values()) {
            String uri = resource.original();
            String id = "resource-" + server + "-" + UUID.nameUUIDFromBytes(uri.getBytes(StandardCharsets.UTF_8));
            Map<String, String> parameters = shared(id, server, settings, resource.definition());
            parameters.put(GeneratedRoutes.RESOURCE_URI, uri);
            if (completes && resource.definition().has("uriTemplate")) {
                parameters.put("completions", "direct:complete-" + id);
                routes.add(completion(id, server, Map.of("type", "ref/resource", "uri", uri)));
            }
            routes.add(new Templated(id, "upstream-resource", parameters));
        }
        for (OfferedDefinition prompt : reviews.get(DefinitionKind.PROMPT).offered().values()) {
            String id = "prompt-" + prompt.name();
            Map<String, String> parameters = shared(prompt.name(), server, settings, prompt.definition());
            parameters.put("prompt", prompt.original());
            if (completes && !prompt.definition().path("arguments").isEmpty()) {
                parameters.put("completions", "direct:complete-" + id);
                routes.add(completion(id, server, Map.of("type", "ref/prompt", "name", prompt.original())));
            }
            routes.add(new Templated(id, "upstream-prompt", parameters));
        }
        return List.copyOf(routes);
    }

    private Templated completion(String id, String server, Map<String, String> reference) {
        return new Templated("complete-" + id, "upstream-completion",
                Map.of("name", "complete-" + id, "server", server, "reference", json.text(new TreeMap<>(reference))));
    }

    private Map<String, String> shared(String name, String server, UpstreamProperties.Server settings, ObjectNode definition) {
        return new LinkedHashMap<>(Map.of("name", name, "server", server, "definition", json.text(definition), "tags",
                String.join(",", settings.tags()), "timeout", settings.timeout().toMillis() + "ms"));
    }
}
