package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ListChanges;
import dev.caravan.store.Heartbeat;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Holds the tasks that this gateway runs. Renews their leases, learns from the database that one was cancelled or its questions were
 * answered, and notifies listeners of tasks of all gateways.
 */
@Component
class TaskWork implements SmartLifecycle, Notifications.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(TaskWork.class);

    private static final String CHANNEL = "caravan_tasks";
    private static final Duration SWEEP = Duration.ofSeconds(5);
    private static final long LATE_RETRY_MS = 500;
    private static final int MOST_RETRIES = 60;

    private final Tasks tasks;
    private final TaskProperties settings;
    private final Store store;
    private final ListChanges changes;
    private final Semaphore places;
    private final Map<String, TaskRun> running = new ConcurrentHashMap<>();
    private volatile Heartbeat clock;

    TaskWork(Tasks tasks, TaskProperties settings, Store store, Notifications notifications, ListChanges changes, MeterRegistry meters) {
        this.tasks = tasks;
        this.settings = settings;
        this.store = store;
        this.changes = changes;
        this.places = new Semaphore(settings.maxRunning());
        notifications.subscribe(CHANNEL, this);
        Gauge.builder("caravan.tasks.running", running, Map::size).description("Tasks that this gateway runs now").register(meters);
    }

    /**
     * Creates a task for this gateway to run; empty if the limit is reached or the gateway stops.
     *
     * @throws StoreException if it can't be stored
     */
    Optional<Task> begin(String owner) {
        if (clock == null || !places.tryAcquire()) {
            return Optional.empty();
        }
        try {
            Task task = tasks.create(owner);
            running.put(task.id(), new TaskRun(task.id(), message -> say(task.id(), message)));
            return Optional.of(task);
        } catch (RuntimeException | Error e) {
            places.release();
            throw e;
        }
    }

    private void say(String id, String message) {
        try {
            tasks.say(id, message);
        } catch (StoreException e) {
            LOG.debug("Task progress not stored task={}", id, e);
        }
    }

    TaskRun run(String id) {
        return running.get(id);
    }

    /** Removes a task from the running ones. */
    void forget(String id) {
        TaskRun ended = running.remove(id);
        if (ended != null) {
            places.release();
            ended.leaveQuestions();
        }
    }

    /** Stores the outcome of a task. Waits a while for the database if necessary. */
    void end(TaskRun run, Runnable write) {
        for (int attempt = 1; running.containsKey(run.id()); attempt++) {
            try {
                write.run();
                run.ended();
                return;
            } catch (StoreException e) {
                if (attempt == MOST_RETRIES) {
                    LOG.warn("Task outcome not stored task={} error={}", run.id(), e.getMessage());
                    return;
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LATE_RETRY_MS);
        } catch (InterruptedException e) {
            LOG.debug("Cancelled task stops", e);
        }
    }

    /** Returns {key: answer} when all questions are answered. */
    CompletableFuture<ObjectNode> ask(TaskRun run, ObjectNode questions) {
        Set<String> keys = new HashSet<>();
        questions.fieldNames().forEachRemaining(keys::add);
        CompletableFuture<ObjectNode> answers = run.await(keys);
        if (!tasks.ask(run.id(), questions)) {
            run.cancel();
        }
        return answers;
    }

    @Override
    public void start() {
        clock = new Heartbeat("tasks");
        clock.renew(settings.lease(), this::renew);
        clock.every(SWEEP, tasks::sweep);
    }

    private void renew() {
        Set<String> ids = Set.copyOf(running.keySet());
        Set<String> mine = ids.isEmpty() ? Set.of() : Set.copyOf(tasks.renew(ids));
        Set.copyOf(running.values()).stream().filter(run -> run.isWaiting() || !mine.contains(run.id())).forEach(this::look);
    }

    @Override
    public void told(String id) {
        soon(() -> {
            TaskRun run = running.get(id);
            if (run != null) {
                look(run);
            }
            List<ListChanges.Listener> hearing = changes.hearing(id);
            if (!hearing.isEmpty()) {
                tasks.find(id).ifPresent(task -> hearing.forEach(listener -> listener.changed(id, task.whole())));
            }
        });
    }

    /** Stops a cancelled task, and delivers answers to a waiting one. */
    private void look(TaskRun run) {
        Task task = tasks.find(run.id()).orElse(null);
        if (task == null || "cancelled".equals(task.status()) || "failed".equals(task.status())) {
            run.cancel();
        } else {
            run.answered(task.answers());
        }
    }

    @Override
    public void missed() {
        soon(() -> Set.copyOf(running.values()).forEach(this::look));
    }

    private void soon(Runnable action) {
        Heartbeat now = clock;
        if (now != null) {
            now.soon(action);
        }
    }

    /** Interrupts the work; its tasks fail. */
    @Override
    public void stop() {
        Heartbeat former = clock;
        clock = null;
        former.close();
        try {
            tasks.abandon(); // first, so that no interrupted work stores an outcome
        } catch (RuntimeException | Error e) {
            LOG.debug("Tasks not marked as failed; they fail when their leases end", e);
        }
        running.values().forEach(TaskRun::cancel);
    }

    @Override
    public boolean isRunning() {
        return clock != null;
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet();
    }
}
