package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.observe.StateGauges;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.source.OfferedTool;
import dev.caravan.source.mcp.ExposedServers.Exposed;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Keeps the last known tools of exposed upstream servers, and makes routes for them. A server that can't be reached keeps its tools, and does not
 * delay other servers.
 */
@Component
class FederatedTools implements GeneratedRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(FederatedTools.class);
    /** Between two reads of a server that reports many changes. */
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String CHANGED = "caravan.upstream.tools.changed";

    private final ExposedServers servers;
    private final StampedRoutes routes;
    private final AcceptedTools accepted;
    private final MeterRegistry registry;
    private final StateGauges gauges;
    private final Map<String, ServerTools> known = new ConcurrentHashMap<>();
    /** Servers that wait for reading or are being read. True: the server must be read again afterwards. */
    private final Map<String, Boolean> reading = new ConcurrentHashMap<>();
    private final List<Runnable> readListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService readers;
    private final ScheduledExecutorService clock;

    FederatedTools(ExposedServers servers, ObjectMapper mapper, MeterRegistry registry, CamelContext context) {
        this.servers = servers;
        this.routes = new StampedRoutes(mapper);
        this.accepted = new AcceptedTools(servers.accepted(), mapper);
        this.registry = registry;
        this.gauges = new StateGauges(registry, "server").with("caravan.upstream.tools", "Tools of an upstream MCP server that are offered, and definitions that wait for approval",
                Map.of("offered", StateGauges.of(known::get, server -> server.tools().size()), "waiting", StateGauges.of(known::get, server -> server.waiting().size() + server.contents().waiting().size()))).withCounter(CHANGED);
        this.readers = context.getExecutorServiceManager().newCachedThreadPool(this, "upstream-tools");
        this.clock = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "upstream-tools-clock");
        servers.onChange(this::read);
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        clock.scheduleWithFixedDelay(this::readAll, 0, servers.refresh().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void readAll() {
        servers.all().keySet().stream().filter(server -> !known.containsKey(server) || !servers.isResting(server)).forEach(this::read);
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

    /** Adds a listener, which is called after each read of a server. It must return quickly. */
    void onRead(Runnable listener) {
        readListeners.add(listener);
    }

    /** Returns {server name: its tools}. */
    Map<String, ServerTools> known() {
        return new TreeMap<>(known);
    }

    /**
     * Approves the waiting definition of a tool, and offers it.
     *
     * @param seen definition that the operator saw; null for any
     * @return false if no definition of the tool waits, or another one than the operator saw
     */
    synchronized boolean approve(String server, String tool, ObjectNode seen) {
        ServerTools state = known.get(server);
        WaitingTool waits = state == null ? null : state.waiting().get(tool);
        if (waits == null || isOther(seen, waits.next().definition())) {
            return false;
        }
        accepted.accept(server, Map.of(tool, waits.sent()), state.exposed().exposure().maxTools());
        Map<String, OfferedTool> tools = new LinkedHashMap<>(state.tools());
        tools.put(tool, waits.next());
        Map<String, WaitingTool> waiting = new TreeMap<>(state.waiting());
        waiting.remove(tool);
        keep(server, new ServerTools(state.exposed(), tools, waiting, state.refused(), routes.of(server, state.exposed(), tools.values()), state.contents(), state.contentRoutes(), state.readAt(), state.change(), state.problem()));
        LOG.info("Upstream tool approved server={} tool={}", server, tool);
        return true;
    }

    /**
     * Approves the waiting definition of a resource, template or prompt, and offers it.
     *
     * @param content kind and name, such as {@code prompt visit}
     * @param seen    definition that the operator saw; null for any
     * @return false if no such definition waits, or another one than the operator saw
     */
    synchronized boolean approveContent(String server, String content, ObjectNode seen) {
        ServerTools state = known.get(server);
        if (state == null || !state.contents().waiting().containsKey(content) || isOther(seen, state.contents().waiting().get(content).next())) {
            return false;
        }
        OfferedContents contents = state.contents().with(content);
        accepted.acceptContents(server, contents.accepted(), state.exposed().exposure().maxTools());
        keep(server, new ServerTools(state.exposed(), state.tools(), state.waiting(), state.refused(), state.routes(), contents, routes.of(server, state.exposed(), contents),
                state.readAt(), state.change(), state.problem()));
        LOG.info("Upstream definition approved server={} definition={}", server, content);
        return true;
    }

    /** Compares texts too, because a number may come back in another class. */
    private static boolean isOther(ObjectNode seen, JsonNode waits) {
        return seen != null && !seen.equals(waits) && !seen.toString().equals(waits.toString());
    }

    /** Offers what was accepted in former starts until the server answers. */
    private void recall(String server, Exposed exposed) {
        Map<String, JsonNode> tools = accepted.of(server);
        OfferedContents contents = OfferedContents.recalled(exposed, accepted.contentsOf(server));
        if (!tools.isEmpty() || !contents.isEmpty()) {
            ToolReview review = ToolReview.of(exposed, tools, tools.values());
            keep(server, new ServerTools(exposed, review.offered(), Map.of(), Map.of(), routes.of(server, exposed, review.offered().values()), contents,
                    routes.of(server, exposed, contents), null, ServerTools.Change.NONE, null));
        }
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
            readAgain(server);
        }
    }

    private void readAgain(String server) {
        if (!reading.remove(server, false) && !clock.isShutdown()) {
            clock.schedule(() -> readers.execute(() -> readAndAgain(server)), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void readNow(String server) {
        Exposed exposed = servers.all().get(server);
        if (exposed == null) {
            if (known.remove(server) != null) {
                changed();
                LOG.info("Upstream tools no longer offered server={}", server);
            }
            return;
        }
        if (!known.containsKey(server)) {
            recall(server, exposed);
        }
        try {
            Iterable<JsonNode> tools = servers.tools(server);
            ObjectNode resources = exposed.exposure().resources() ? servers.resources(server) : null;
            ObjectNode prompts = exposed.exposure().prompts() ? servers.prompts(server) : null;
            take(server, exposed, tools, resources, prompts, (resources != null || prompts != null) && servers.completes(server));
            readListeners.forEach(Runnable::run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            ServerTools last = known.computeIfPresent(server, (name, state) -> state.failed(e.getMessage()));
            LOG.warn("Upstream tools not read, the last known tools stay server={} reason={} tools={}", server, e.getMessage(), last == null ? 0 : last.tools().size());
        }
    }

    /** Compares what a server sent with what was accepted. An approval must not come between the two, or it would be lost. */
    private synchronized void take(String server, Exposed exposed, Iterable<JsonNode> sent, ObjectNode resources, ObjectNode prompts, boolean completes) {
        ServerTools last = known.get(server);
        boolean wasRead = !accepted.of(server).isEmpty() || last != null && last.readAt() != null;
        ToolReview review = ToolReview.of(exposed, accepted.of(server), sent);
        OfferedContents contents = contents(server, new OfferedContents(exposed, accepted.contentsOf(server), wasRead), resources, prompts, completes);
        tell(server, exposed, last, review);
        accepted.accept(server, review.accepted(), exposed.exposure().maxTools());
        accepted.acceptContents(server, contents.accepted(), exposed.exposure().maxTools());
        contents.waiting().forEach((content, waits) -> {
            if (last == null || !waits.equals(last.contents().waiting().get(content))) {
                LOG.warn("Upstream definition waits for approval server={} definition={} reason={}", server, content, waits.reason());
                countChange(server);
            }
        });
        ServerTools.Change before = last == null ? ServerTools.Change.NONE : last.change();
        ServerTools.Change change = review.changed().isEmpty() ? before : ServerTools.Change.of(review.changed().keySet());
        boolean same = last != null && last.exposed().equals(exposed) && new ArrayList<>(last.tools().values()).equals(new ArrayList<>(review.offered().values()));
        keep(server, new ServerTools(exposed, review.offered(), review.waiting(), review.refused(),
                same ? last.routes() : routes.of(server, exposed, review.offered().values()), contents,
                routes.of(server, exposed, contents), Instant.now(), change, null));
        if (!same) {
            LOG.info("Upstream tools offered server={} tools={}", server, review.offered().size());
        }
    }

    private static OfferedContents contents(String server, OfferedContents contents, ObjectNode resources, ObjectNode prompts, boolean completes) {
        if (resources != null) {
            contents.addResources(resources.path("resources"), "uri");
            contents.addResources(resources.path("resourceTemplates"), "uriTemplate");
        }
        if (prompts != null) {
            contents.addPrompts(prompts.path("prompts"));
        }
        contents.refused().forEach((name, why) -> LOG.info("Upstream definition not offered server={} definition={} reason={}", server, name, why));
        contents.setCompletes(!contents.isEmpty() && completes);
        return contents;
    }

    private void countChange(String server) {
        registry.counter(CHANGED, "server", server).increment();
    }

    private void keep(String server, ServerTools state) {
        known.put(server, state);
        changed();
    }

    private void changed() {
        gauges.keep(known.keySet());
        listeners.forEach(Runnable::run);
    }

    /** Logs and counts the changes since the last read, so that an operator can review what a changed tool claims to do. */
    private void tell(String server, Exposed exposed, ServerTools last, ToolReview review) {
        review.changed().forEach((tool, changes) -> {
            LOG.warn("Upstream tool changed server={} tool={} changes={}", server, tool, String.join(",", changes));
            countChange(server);
        });
        review.waiting().forEach((tool, waits) -> {
            if (last == null || !waits.equals(last.waiting().get(tool))) {
                LOG.warn("Upstream tool waits for approval server={} tool={} reason={} offered={}", server, tool, waits.reason(), waits.former() == null ? "no" : "as before");
                countChange(server);
            }
        });
        review.refused().forEach((tool, why) -> {
            if (last == null || !why.equals(last.refused().get(tool))) {
                LOG.warn("Upstream tool not offered server={} tool={} reason={}", server, tool, why);
            }
        });
        if (review.left() > 0 && (last == null || last.readAt() == null)) {
            LOG.warn("Upstream tools beyond expose.max-tools not offered server={} left={} maxTools={}", server, review.left(), exposed.exposure().maxTools());
        }
    }
}
