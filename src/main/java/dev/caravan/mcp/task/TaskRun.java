package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** The work on a task at the gateway that runs it. Exchange property {@value #PROPERTY}. */
final class TaskRun {

    static final String PROPERTY = "mcpTask";

    private final String id;
    private final List<Runnable> whenCancelled = new ArrayList<>();
    private boolean cancelled;
    private volatile boolean ended;
    /** Completes with all answers so far when they include the awaited ones; null while nobody waits. */
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

    /** Records that the outcome is stored. */
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

    /** Runs the action when the task is cancelled, or at once if it already is. */
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
     * Returns a future for the answers. Call it before the questions can be answered.
     *
     * @param keys keys of the questions
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

    /**
     * Delivers answers.
     *
     * @param answers all answers so far; those read before a question was asked do not include its answer
     */
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
