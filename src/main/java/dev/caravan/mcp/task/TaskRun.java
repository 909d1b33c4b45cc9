package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** The work on one task, at the gateway that does it; exchange property {@value #PROPERTY}. */
public final class TaskRun {

    static final String PROPERTY = "mcpTask";

    private final String id;
    private Thread thread;
    private boolean cancelled;
    /** Completed with all answers so far, once no question is open; null while nobody waits. */
    private CompletableFuture<ObjectNode> waiting;

    TaskRun(String id) {
        this.id = id;
    }

    /** Null if the exchange is for none. */
    public static TaskRun of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, TaskRun.class);
    }

    String id() {
        return id;
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /** The calling thread works on it. */
    synchronized void enter() {
        thread = Thread.currentThread();
        if (cancelled) {
            thread.interrupt();
        }
    }

    /** Nobody does any more. */
    synchronized void leave() {
        if (thread == Thread.currentThread() && cancelled) {
            Thread.interrupted();
        }
        thread = null;
    }

    void cancel() {
        CompletableFuture<ObjectNode> left;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            left = waiting;
            if (thread != null) {
                thread.interrupt();
            }
        }
        if (left != null) {
            left.completeExceptionally(new CancellationException("The task is cancelled"));
        }
    }

    /** Say it before what is asked can be answered. */
    synchronized CompletableFuture<ObjectNode> await() {
        waiting = new CompletableFuture<>();
        if (cancelled) {
            waiting.completeExceptionally(new CancellationException("The task is cancelled"));
        }
        return waiting;
    }

    synchronized boolean isWaiting() {
        return waiting != null && !waiting.isDone();
    }

    void answered(ObjectNode answers) {
        CompletableFuture<ObjectNode> answered;
        synchronized (this) {
            answered = waiting;
        }
        if (answered != null) {
            answered.complete(answers);
        }
    }
}
