package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** The work on one task, at the gateway that does it; exchange property {@value #PROPERTY}. */
final class TaskRun {

    static final String PROPERTY = "mcpTask";

    private final String id;
    private final List<Runnable> whenCancelled = new ArrayList<>();
    private boolean cancelled;
    private volatile boolean ended;
    /** Completed with all answers so far, once those that are waited for are among them; null while nobody waits. */
    private CompletableFuture<ObjectNode> waiting;
    private Set<String> awaited = Set.of();

    TaskRun(String id) {
        this.id = id;
    }

    static TaskRun of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, TaskRun.class);
    }

    String id() {
        return id;
    }

    /** How it ended is kept. */
    void ended() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    void cancel() {
        CompletableFuture<ObjectNode> left;
        List<Runnable> actions;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            left = waiting;
            actions = List.copyOf(whenCancelled);
            whenCancelled.clear();
        }
        actions.forEach(Runnable::run);
        if (left != null) {
            left.completeExceptionally(new CancellationException("The task is cancelled"));
        }
    }

    /** At once if it is cancelled already. */
    void whenCancelled(Runnable action) {
        boolean late;
        synchronized (this) {
            late = cancelled || !whenCancelled.add(action);
        }
        if (late) {
            action.run();
        }
    }

    /**
     * Say it before what is asked can be answered.
     *
     * @param keys of the questions
     */
    synchronized CompletableFuture<ObjectNode> await(Set<String> keys) {
        waiting = new CompletableFuture<>();
        awaited = keys;
        if (cancelled) {
            waiting.completeExceptionally(new CancellationException("The task is cancelled"));
        }
        return waiting;
    }

    synchronized boolean isWaiting() {
        return waiting != null && !waiting.isDone();
    }

    /** @param answers so far; what was looked up before a question was asked has none to it */
    void answered(ObjectNode answers) {
        CompletableFuture<ObjectNode> answered;
        synchronized (this) {
            answered = awaited.stream().allMatch(answers::has) ? waiting : null;
        }
        if (answered != null) {
            answered.complete(answers);
        }
    }
}
