package dev.caravan.intelligence.ckb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A question: whether it runs, its remaining time, and what it has found. */
final class CkbRequest {

    private final Duration limit;
    private final List<CkbAnswer.CkbNode> nodes = new ArrayList<>();
    private final Set<CkbAnswer.CkbEdge> edges = new LinkedHashSet<>();
    private boolean running;
    private boolean checking;
    private long begin;

    /** @param limit its time, once it has begun */
    CkbRequest(Duration limit) {
        this.limit = limit;
    }

    synchronized void begin() {
        begin = System.nanoTime();
        running = true;
    }

    /** Returns whether it was running. */
    synchronized boolean end() {
        boolean ended = running;
        running = false;
        return ended;
    }

    Duration limit() {
        return limit;
    }

    /** Returns the remaining time; zero or negative when it is over. */
    Duration left() {
        return limit.minusNanos(System.nanoTime() - begin);
    }

    /** Whether it is checking CKB's health. */
    boolean isChecking() {
        return checking;
    }

    void checking(boolean now) {
        checking = now;
    }

    void add(List<CkbAnswer.CkbNode> found) {
        nodes.addAll(found);
    }

    void addCalls(List<CkbAnswer.CkbEdge> calls) {
        edges.addAll(calls);
    }

    List<CkbAnswer.CkbNode> nodes() {
        return List.copyOf(nodes);
    }

    List<CkbAnswer.CkbEdge> edges() {
        return List.copyOf(edges);
    }
}
