package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
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
    private final List<Waiting> waiting = new ArrayList<>();

    /** Who waits for the answers with these keys. The future completes with all answers so far when they include these. */
    private record Waiting(Set<String> keys, CompletableFuture<ObjectNode> answers) {
    }

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
        List<Runnable> actions;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            actions = List.copyOf(whenCancelled);
            whenCancelled.clear();
        }
        actions.forEach(Runnable::run);
        leaveQuestions();
    }

    /** Fails who still waits for answers, because the task is cancelled or has ended. */
    void leaveQuestions() {
        take(Set.of(), true).forEach(left -> left.answers().completeExceptionally(over()));
    }

    private synchronized List<Waiting> take(Set<String> answered, boolean all) {
        List<Waiting> taken = waiting.stream().filter(each -> all || answered.containsAll(each.keys())).toList();
        waiting.removeAll(taken);
        return taken;
    }

    private static CancellationException over() {
        return new CancellationException("The task is cancelled");
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
        if (cancelled) {
            return CompletableFuture.failedFuture(over());
        }
        Waiting next = new Waiting(keys, new CompletableFuture<>());
        waiting.add(next);
        return next.answers();
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Delivers answers.
     *
     * @param answers all answers so far; those read before a question was asked do not include its answer
     */
    void answered(ObjectNode answers) {
        Set<String> keys = new HashSet<>();
        answers.fieldNames().forEachRemaining(keys::add);
        take(keys, false).forEach(answered -> answered.answers().complete(answers));
    }
}
