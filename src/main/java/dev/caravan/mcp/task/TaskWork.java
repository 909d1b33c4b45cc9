package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.ModernInput;
import dev.caravan.mcp.input.TaskInput;
import dev.caravan.mcp.session.Subscriptions;
import dev.caravan.store.Heartbeat;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Runs requests again as tasks, each by the route {@code direct:run-task} on its own thread. Renews the leases of this gateway's tasks,
 * learns from the database that one was cancelled or its questions were answered, and tells subscribers of tasks of all gateways.
 */
@Component("task")
public class TaskWork implements SmartLifecycle, Notifications.Listener, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(TaskWork.class);

    private static final Duration SWEEP = Duration.ofSeconds(5);
    private static final long LATE_RETRY_MS = 500;
    private static final int MOST_RETRIES = 60;

    private final TaskStore tasks;
    private final TaskProperties settings;
    private final Store store;
    private final Subscriptions subscriptions;
    private final Semaphore places;
    private final ProducerTemplate producer;
    private final ExecutorService threads = Executors.newCachedThreadPool(new CamelThreadFactory("#name#", "task", true));
    private final Map<String, TaskRun> running = new ConcurrentHashMap<>();
    private volatile Heartbeat clock;

    TaskWork(TaskStore tasks, TaskProperties settings, Store store, Notifications notifications,
            Subscriptions subscriptions, MeterRegistry meters, CamelContext context) {
        this.producer = context.createProducerTemplate();
        this.tasks = tasks;
        this.settings = settings;
        this.store = store;
        this.subscriptions = subscriptions;
        this.places = new Semaphore(settings.maxRunning());
        notifications.subscribe("caravan_tasks", this);
        Gauge.builder("caravan.tasks.running", running, Map::size).description("Tasks that this gateway runs now").register(meters);
    }

    /**
     * Starts a task; empty if none can start now: the limit is reached, the gateway stops, or there is no store.
     *
     * @param leavePlace runs before the task begins, because the task takes its own place among calls
     */
    Optional<Task> start(Exchange request, ModernInput input, Runnable leavePlace) {
        if (clock == null || !places.tryAcquire()) {
            return Optional.empty();
        }
        Task task;
        try {
            task = tasks.create(TaskStore.owner(request));
        } catch (RuntimeException | Error e) {
            places.release();
            if (!(e instanceof StoreException)) {
                throw e;
            }
            LOG.warn("Task not started because the store is unavailable error={}", e.getMessage());
            return Optional.empty();
        }
        TaskRun run = new TaskRun(task.id(), message -> say(task.id(), message));
        running.put(task.id(), run);
        try {
            Exchange own = own(request, input, run);
            leavePlace.run();
            threads.execute(() -> run(own, run));
        } catch (RuntimeException | Error e) {
            leave(run);
            throw e;
        }
        return Optional.of(task);
    }

    private void run(Exchange own, TaskRun run) {
        try {
            producer.send("direct:run-task", own);
        } finally {
            leave(run);
        }
    }

    /** Ends the work on a task. A task whose route did not store its outcome has failed. */
    private void leave(TaskRun run) {
        try {
            if (!run.isEnded()) {
                LOG.error("Task failed because its route stored no outcome task={}", run.id());
                end(run, () -> tasks.fail(run.id(), McpException.internalError().json()));
            }
        } finally {
            running.remove(run.id());
            places.release();
            run.leaveQuestions();
        }
    }

    private Exchange own(Exchange request, ModernInput input, TaskRun run) {
        Exchange own = ExchangeHelper.createCopy(request, false);
        // else work that waits for the task's end would wait for the request's end, which may be over
        own.getExchangeExtension().setUnitOfWork(null);
        own.setException(null);
        own.removeProperty(ListenSubscription.ListenStream.PROPERTY);
        own.setProperty(AnswerStream.PROPERTY, run);
        own.setProperty(ClientInput.PROPERTY, new TaskInput(input, questions -> ask(run, questions)));
        own.setProperty(TaskRun.PROPERTY, run);
        return own;
    }

    /** Stores the body as the task's result. */
    public void complete(Exchange exchange) {
        TaskRun run = TaskRun.of(exchange);
        ObjectNode result = exchange.getMessage().getBody(ObjectNode.class).put("resultType", "complete");
        end(run, () -> tasks.complete(run.id(), result));
    }

    /** Stores the error as the task's outcome. */
    public void fail(Exchange exchange) {
        TaskRun run = TaskRun.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (!(cause instanceof McpException)) {
            LOG.error("Task failed task={}", run.id(), cause);
        }
        McpException error = cause instanceof McpException foreseen ? foreseen : McpException.internalError();
        end(run, () -> tasks.fail(run.id(), error.json()));
    }

    private void say(String id, String message) {
        try {
            tasks.say(id, message);
        } catch (StoreException e) {
            LOG.debug("Task progress not stored task={}", id, e);
        }
    }

    /** Stores the outcome of a task. Waits a while for the database if necessary. */
    private void end(TaskRun run, Runnable write) {
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
    private CompletableFuture<ObjectNode> ask(TaskRun run, ObjectNode questions) {
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
            if (subscriptions.hears(id)) {
                tasks.find(id).ifPresent(task -> subscriptions.changed(id, task.whole()));
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
    public void destroy() {
        threads.shutdownNow();
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
