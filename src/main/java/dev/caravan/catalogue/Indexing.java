package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.call.Progress;
import dev.caravan.envelope.Text;
import dev.caravan.retrieval.IndexCounts;
import dev.caravan.store.Heartbeat;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import dev.caravan.tool.ToolCall;
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
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * What {@code routes/contexts/index.camel.yaml} asks for step by step. It is woken whenever the database tells of something to
 * index, and every few seconds for what a gateway has left undone.
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
    private Heartbeat clock;
    private volatile boolean running;
    private volatile boolean compared;
    /** By tool. */
    private final Map<Long, IndexRun> runs = new ConcurrentHashMap<>();

    Indexing(Store store, Notifications notifications, IndexTasks tasks, IndexProperties settings, CamelContext context) {
        this.store = store;
        this.tasks = tasks;
        this.settings = settings;
        this.producer = context.createProducerTemplate();
        notifications.subscribe(CHANNEL, this);
    }

    @Override
    public void start() {
        running = true;
        clock = new Heartbeat("index-clock");
        clock.every(LOOK, this::wake);
    }

    private void wake() {
        try {
            if (running) {
                producer.sendBody(ROUTE, "");
            }
        } catch (RuntimeException | Error e) {
            LOG.debug("The route search-index is not there now", e);
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

    /** Whether tools are said to be ready that this gateway has not compared with the index since it started. */
    public boolean isToBeCompared() {
        try {
            compared = compared || running && !tasks.haveReady();
        } catch (StoreException e) {
            LOG.debug("What is ready can't be compared now", e);
            return false;
        }
        return running && !compared;
    }

    /**
     * Has tools indexed again that are said to be ready though their chunks are gone, or of another model.
     *
     * @param found how many chunks a search of each context finds
     */
    public void compared(@Body Map<Long, Long> found) {
        int again = tasks.reopen(found);
        compared = true;
        if (again > 0) {
            LOG.warn("Search tools that are indexed again, as what they have in the index is gone or of another model: {}", again);
        }
    }

    /** It is tried again. */
    public void notCompared(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        LOG.debug("What is ready can't be compared with the index now", cause);
    }

    /** Leaves the next task as exchange properties {@code run, owner, tableId, jsonPath}; true if there was one. One task of each user at a time. */
    public synchronized boolean next(Exchange exchange) {
        try {
            List<String> busy = runs.values().stream().map(run -> run.task().owner()).toList();
            Optional<ClaimedIndex> claimed = running ? tasks.claim(busy) : Optional.empty();
            claimed.ifPresent(task -> {
                LOG.info("Indexing for tool {} begins", task.toolId());
                IndexRun run = new IndexRun(task, tasks, settings, clock);
                runs.put(task.toolId(), run);
                exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                    @Override
                    public void onDone(Exchange ended) {
                        end(run);
                    }
                });
                exchange.setProperty("run", run);
                exchange.removeProperty("reason");
                exchange.setProperty("owner", task.owner());
                exchange.setProperty("tableId", task.tableId());
                exchange.setProperty("jsonPath", task.jsonPath());
                wake(); // another consumer looks for another user's task
            });
            return claimed.isPresent();
        } catch (StoreException e) {
            LOG.debug("No task can be claimed now", e);
            return false;
        }
    }

    private void end(IndexRun run) {
        run.close();
        runs.remove(run.task().toolId(), run);
    }

    /** What is to be indexed where nothing is. */
    public JsonNode nothing() {
        return MissingNode.getInstance();
    }

    /** A client that hears of progress waits with it for an index that is being made, for a while; others get what there is. */
    public void await(Exchange exchange) throws InterruptedException {
        Progress progress = exchange.getProperty(Progress.PROPERTY, Progress.class);
        long tool = exchange.getProperty("toolId", Long.class);
        long end = System.nanoTime() + settings.searchWait().toNanos();
        while (progress != null && System.nanoTime() < end && tasks.of(tool).filter(IndexTask::isOpen).isPresent()) {
            IndexRun run = runs.get(tool);
            IndexCounts counts = run == null ? null : run.counts();
            progress.reached(counts == null ? 0 : counts.indexed(), counts == null ? null : counts.chunks(), "The index is being made");
            Thread.sleep(LOOK_MS);
        }
    }

    /** Leaves a warning in the call's {@code meta} where the index of the tool it calls is not complete. */
    public void warn(Exchange exchange) {
        long tool = exchange.getProperty("toolId", Long.class);
        Text warning = tasks.of(tool).map(Indexing::warning).orElseGet(() -> Text.of("search.noIndex", tool));
        if (warning != COMPLETE) {
            exchange.setProperty(ToolCall.META_PREFIX + "warnings", List.of(warning));
        }
    }

    private static Text warning(IndexTask task) {
        return switch (task.status()) {
            case "ready" -> COMPLETE;
            case "error" -> Text.of("search.failed", task.lastError());
            default -> task.chunksCount() == null ? Text.of("search.waiting") : Text.of("search.indexing", task.indexedChunksCount(), task.chunksCount());
        };
    }

    public void done(@ExchangeProperty("run") IndexRun run) {
        end(run);
        tasks.finish(run.task(), run.counts());
        IndexCounts counts = run.counts();
        LOG.info("The index of tool {} is ready{}", run.task().toolId(), counts == null ? "" : ": " + counts.nodes() + " texts, " + counts.chunks() + " chunks");
    }

    /** @param told why, where the route says it; else the exception does */
    public void failed(@ExchangeProperty("run") IndexRun run, @ExchangeProperty("reason") String told,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        end(run);
        if (!running) {
            return; // it is handed back
        }
        String reason = told != null ? told : cause.getMessage() != null ? cause.getMessage() : cause.getClass().getSimpleName();
        LOG.warn("The index of tool {} can't be made: {}", run.task().toolId(), cause.getMessage());
        tasks.fail(run.task(), reason);
    }

    /** Leaves the next context to clean as exchange properties {@code cleanup, tableId, places}; true if there was one. */
    public boolean nextCleanup(Exchange exchange) {
        try {
            Optional<IndexTasks.Cleanup> claimed = running ? tasks.claimCleanup() : Optional.empty();
            claimed.ifPresent(cleanup -> {
                exchange.setProperty("cleanup", cleanup);
                exchange.setProperty("tableId", cleanup.tableId());
                exchange.setProperty("places", tasks.places(cleanup.tableId()));
            });
            return claimed.isPresent();
        } catch (StoreException e) {
            LOG.debug("No cleanup can be claimed now", e);
            return false;
        }
    }

    public void cleaned(@ExchangeProperty("cleanup") Object cleanup, @ExchangeProperty("places") List<String> places) {
        tasks.cleaned((IndexTasks.Cleanup) cleanup, places);
    }

    /** It is tried again when its claim has ended. */
    public void notCleaned(@ExchangeProperty("tableId") long table, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        LOG.warn("What is indexed of context {} can't be cleaned yet: {}", table, cause.getMessage());
    }

    @Override
    public void stop() {
        running = false;
        clock.close();
        runs.values().forEach(run -> run.stop("The gateway stops"));
        try {
            tasks.handBack();
        } catch (RuntimeException | Error e) {
            LOG.debug("Tasks are not handed back; they are taken up when their claims end", e);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet();
    }
}
