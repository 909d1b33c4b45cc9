package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.call.Progress;
import dev.caravan.call.Running;
import dev.caravan.call.tool.ToolCall;
import dev.caravan.envelope.Text;
import dev.caravan.observe.Families;
import dev.caravan.observe.Family;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestMeaning;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.IndexCounts;
import dev.caravan.store.Heartbeat;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Variable;
import org.neo4j.driver.exceptions.RetryableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The steps of {@code routes/contexts/index.camel.yaml}. The database's notifications trigger the route. It also runs every few seconds,
 * for tasks that a gateway left unfinished.
 */
@Component("indexing")
public class Indexing implements SmartLifecycle, Notifications.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);
    private static final String CHANNEL = "caravan_index";
    private static final String ROUTE = "seda:search-index?size=1&discardWhenFull=true&waitForTaskToComplete=Never";
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final long LOOK_MS = 100;
    private static final Text COMPLETE = Text.words("");

    private final Store store;
    private final IndexTasks tasks;
    private final IndexProperties settings;
    private final ProducerTemplate producer;
    private final Families families;
    private Heartbeat clock;
    private volatile boolean running;
    private volatile boolean compared;
    /** Running work, by tool id. */
    private final Map<Long, IndexRun> runs = new ConcurrentHashMap<>();

    Indexing(Store store, Notifications notifications, IndexTasks tasks, IndexProperties settings, CamelContext context,
            Families families) {
        this.store = store;
        this.tasks = tasks;
        this.settings = settings;
        this.families = families;
        this.producer = context.createProducerTemplate();
        notifications.subscribe(CHANNEL, this);
    }

    @Override
    public void start() {
        running = true;
        clock = new Heartbeat("index-clock");
        clock.every(LOOK, this::wake);
        clock.soon(this::wake);
    }

    private void wake() {
        try {
            if (running) {
                producer.sendBody(ROUTE, "");
            }
        } catch (RuntimeException | Error e) {
            LOG.debug("Index trigger skipped: the route search-index is not running", e);
        }
    }

    @Override
    public void told(String nothing) {
        wake();
    }

    @Override
    public void missed() {
        wake();
    }

    /** Whether ready tools exist that this gateway has not compared with the index since its start. */
    public boolean isToBeCompared() {
        try {
            compared = compared || running && !tasks.haveReady();
        } catch (StoreException e) {
            LOG.debug("Index comparison postponed: the store can't be reached", e);
            return false;
        }
        return running && !compared;
    }

    /**
     * Reindexes ready tools whose chunks are missing or come from another embedding model.
     *
     * @param found chunks that a search finds, by context
     */
    public void compared(@Body Map<Long, Long> found) {
        int again = tasks.reopen(found);
        compared = true;
        if (again > 0) {
            LOG.warn("Search tools are indexed again, since their chunks are missing or of another embedding model: tools={}", again);
        }
    }

    /** Logs a failed comparison. The next run repeats it. */
    public void notCompared(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        LOG.debug("Index comparison failed, retrying", cause);
    }

    /** Leaves the next task as variables {@code run, owner, tableId, jsonPath}; true if there was one. One task of each user at a time. */
    public synchronized boolean next(Exchange exchange) {
        try {
            List<String> busy = runs.values().stream().map(run -> run.task().owner()).toList();
            Optional<IndexTasks.Claimed> claimed = running ? tasks.claim(busy) : Optional.empty();
            claimed.ifPresent(task -> {
                LOG.info("Indexing started tool={}", task.toolId());
                IndexRun run = new IndexRun(task, tasks, settings, clock);
                runs.put(task.toolId(), run);
                Running.whenAnswered(exchange, () -> {
                    end(run);
                    wake(); // for the next task
                });
                exchange.setVariable("run", run);
                exchange.removeVariable("reason");
                exchange.setVariable("owner", task.owner());
                exchange.setVariable("tableId", task.tableId());
                exchange.setVariable("jsonPath", task.jsonPath());
                wake(); // another consumer looks for another user's task
            });
            return claimed.isPresent();
        } catch (StoreException e) {
            LOG.debug("No index task claimed: the store can't be reached", e);
            return false;
        }
    }

    private void end(IndexRun run) {
        run.close();
        runs.remove(run.task().toolId(), run);
    }

    /** Returns an empty document, to index nothing. */
    public JsonNode nothing() {
        return MissingNode.getInstance();
    }

    /**
     * Waits for an index that is being built, if the client receives progress and only for a while. Other clients search what is already
     * indexed.
     */
    public void await(Exchange exchange) throws InterruptedException {
        Progress progress = exchange.getProperty(Progress.PROPERTY, Progress.class);
        long tool = exchange.getVariable("toolId", Long.class);
        long end = System.nanoTime() + settings.searchWait().toNanos();
        while (progress != null && System.nanoTime() < end && tasks.of(tool).filter(IndexTasks.IndexTask::isOpen).isPresent()) {
            IndexRun run = runs.get(tool);
            IndexCounts counts = run == null ? null : run.counts();
            progress.reached(counts == null ? 0 : counts.indexed(), counts == null ? null : counts.chunks(), "The index is being built");
            Thread.sleep(LOOK_MS);
        }
    }

    /** Sets a warning in the call's {@code meta} when the index of the called tool is not complete. */
    public void warn(Exchange exchange) {
        long tool = exchange.getVariable("toolId", Long.class);
        Text warning = tasks.of(tool).map(Indexing::warning).orElseGet(() -> Text.of("search.noIndex", tool));
        if (warning == COMPLETE && isToBeCompared()) {
            warning = Text.of("search.unchecked");
        }
        if (warning != COMPLETE) {
            exchange.setProperty(ToolCall.META_PREFIX + "warnings", List.of(warning));
        }
    }

    private static Text warning(IndexTasks.IndexTask task) {
        return switch (task.status()) {
            case "ready" -> COMPLETE;
            case "error" -> Text.of("search.failed", task.lastError());
            default -> task.chunksCount() == null ? Text.of("search.waiting")
                    : Text.of("search.indexing", task.indexedChunksCount(), task.chunksCount());
        };
    }

    public void done(@Variable("run") IndexRun run) {
        end(run);
        tasks.finish(run.task(), run.counts());
        IndexCounts counts = run.counts();
        if (counts == null) {
            LOG.info("Index ready tool={}", run.task().toolId());
        } else {
            LOG.info("Index ready tool={} texts={} chunks={}", run.task().toolId(), counts.nodes(), counts.chunks());
        }
    }

    /** @param told why, where the route says it; else the exception does */
    public void failed(@Variable("run") IndexRun run, @Variable("reason") String told,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        end(run);
        if (!running) {
            return; // its task is already released
        }
        String reason = told != null ? told : cause.getMessage() != null ? cause.getMessage() : cause.getClass().getSimpleName();
        LOG.warn("Index failed tool={} reason={}", run.task().toolId(), cause.getMessage());
        tasks.fail(run.task(), reason, isPassing(cause));
    }

    private static boolean isPassing(Exception cause) {
        return cause instanceof RetryableException || cause instanceof EmbeddingException embedding && embedding.isPassing()
                || cause instanceof RestMeaning meaning && meaning.restError() == RestError.UNAVAILABLE;
    }

    /** Leaves the next context to clean as variables {@code cleanup, tableId, places}; true if there was one. */
    public boolean nextCleanup(Exchange exchange) {
        try {
            Optional<IndexTasks.Cleanup> claimed = running ? tasks.claimCleanup() : Optional.empty();
            claimed.ifPresent(cleanup -> {
                exchange.setVariable("cleanup", cleanup);
                exchange.setVariable("tableId", cleanup.tableId());
                exchange.setVariable("places", tasks.places(cleanup.tableId()));
            });
            return claimed.isPresent();
        } catch (StoreException e) {
            LOG.debug("No index cleanup claimed: the store can't be reached", e);
            return false;
        }
    }

    public void cleaned(@Variable("cleanup") Object cleanup, @Variable("places") List<String> places) {
        tasks.cleaned((IndexTasks.Cleanup) cleanup, places);
    }

    /** Logs a failed cleanup. A gateway retries it when its claim has expired. */
    public void notCleaned(@Variable("tableId") long table, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        LOG.warn("Chunks of a deleted search tool not removed yet, retrying context={} error={}", table, cause.getMessage());
    }

    @Override
    public void stop() {
        running = false;
        clock.close();
        runs.values().forEach(run -> run.stop("The gateway is stopping"));
        try {
            tasks.handBack();
        } catch (RuntimeException | Error e) {
            LOG.debug("Index tasks not released; other gateways claim them when the claims expire", e);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet() && families.isOn(Family.GRAPH);
    }

    /**
     * Settings of {@code caravan.index.*}.
     *
     * @param timeout    Time after which an unfinished index of a search tool fails.
     * @param lease      Time after which a task is reassigned when its gateway has not renewed the lease.
     * @param searchWait Time that a search waits for an index that is being built, when its client receives progress.
     * @param maxRunning Indexes that this gateway builds at the same time, each of another user. More need more heap.
     */
    @ConfigurationProperties("caravan.index")
    record IndexProperties(@DefaultValue("30m") Duration timeout, @DefaultValue("30s") Duration lease,
            @DefaultValue("2s") Duration searchWait, @DefaultValue("2") int maxRunning) {
    }
}
