package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.UpstreamException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Remembers CKB's last health check. One question runs a check; questions that come meanwhile wait for its result. */
@Component("ckbHealth")
public class CkbHealth {

    private final long interval;
    private boolean passed;
    private boolean graph;
    private long passedAt;
    private CkbRequest checker;
    private CompletableFuture<Void> check;

    CkbHealth(CkbProperties properties) {
        this.interval = properties.healthInterval().toNanos();
    }

    /** Whether this question has to check it. Waits while another one does, but no longer than its own time. */
    public boolean isDue(@Variable("ckbRequest") CkbRequest request) throws InterruptedException, ExecutionException, TimeoutException {
        for (;;) {
            CompletableFuture<Void> running;
            synchronized (this) {
                request.checkLetGo();
                if (passed && System.nanoTime() - passedAt < interval) {
                    return false;
                }
                if (checker == null) {
                    checker = request;
                    check = new CompletableFuture<>();
                    return true;
                }
                running = check;
            }
            CompletableFuture.anyOf(running, request.letGo()).get(request.left().toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Takes what {@code getStatus} says. */
    public void take(@Body JsonNode status, @Variable("ckbRequest") CkbRequest request) throws UpstreamException {
        if (!status.path("healthy").asBoolean("healthy".equals(status.path("status").asText()))) {
            throw new UpstreamException("CKB reports that it is unhealthy" + unhealthy(status));
        }
        synchronized (this) {
            request.checkLetGo();
            passed = true;
            graph = hasGraph(status);
            passedAt = System.nanoTime();
        }
        release(request);
    }

    private static String unhealthy(JsonNode status) {
        StringBuilder names = new StringBuilder();
        for (JsonNode backend : status.path("backends")) {
            if (backend.path("available").asBoolean() && !backend.path("healthy").asBoolean()) {
                names.append(names.isEmpty() ? ": " : ", ").append(backend.path("id").asText());
            }
        }
        return names.toString();
    }

    private static boolean hasGraph(JsonNode status) {
        for (JsonNode backend : status.path("backends")) {
            if (backend.path("id").asText().equals("scip")) {
                return backend.path("available").asBoolean();
            }
        }
        return false;
    }

    /** Lets another question check, if this one was checking. */
    void release(CkbRequest request) {
        CompletableFuture<Void> done;
        synchronized (this) {
            if (checker != request) {
                return;
            }
            done = check;
            checker = null;
            check = null;
        }
        done.complete(null);
    }

    synchronized boolean isCheckedBy(CkbRequest request) {
        return checker == request;
    }

    /** Discards the last check after a failure, so that the next question checks first. */
    synchronized void forget() {
        passed = false;
    }

    /** Whether CKB passed its latest check and has not failed since. */
    synchronized boolean hasPassed() {
        return passed;
    }

    /** Whether CKB had a call graph at the latest check that it passed. */
    synchronized boolean hasGraph() {
        return graph;
    }
}
