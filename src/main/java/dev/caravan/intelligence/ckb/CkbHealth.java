package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.UpstreamException;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Remembers CKB's last health check. */
@Component("ckbHealth")
public class CkbHealth {

    private final long interval;
    private boolean passed;
    private boolean graph;
    private long passedAt;

    CkbHealth(CkbProperties properties) {
        this.interval = properties.healthInterval().toNanos();
    }

    /** Whether this question has to check it. */
    public synchronized boolean isDue(@Variable("ckbRequest") CkbRequest request) {
        request.checking(!passed || System.nanoTime() - passedAt >= interval);
        return request.isChecking();
    }

    /** Takes what {@code getStatus} says. */
    public synchronized void take(@Body JsonNode status, @Variable("ckbRequest") CkbRequest request) throws UpstreamException {
        if (!status.path("healthy").asBoolean("healthy".equals(status.path("status").asText()))) {
            throw new UpstreamException("CKB reports that it is unhealthy" + unhealthy(status));
        }
        passed = true;
        graph = hasGraph(status);
        passedAt = System.nanoTime();
        request.checking(false);
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
