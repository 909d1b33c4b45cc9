package dev.caravan.intelligence.ckb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One question under way: its time, whether it is let go before that, and what it has found; of one thread, but for being let go. */
final class CkbRequest {

    private final CompletableFuture<CkbAnswer> letGo = new CompletableFuture<>();
    private final List<CkbNode> nodes = new ArrayList<>();
    private final Set<CkbEdge> edges = new LinkedHashSet<>();
    private boolean leads;
    private Duration limit;
    private long begin;

    /** Begins one that waits for all of the time. */
    void lead(Duration most) {
        leads = true;
        begin(most);
    }

    /** Begins one that is let go with {@code late} after {@code impatience}. */
    void follow(Duration most, Duration impatience, CkbAnswer late) {
        begin(most);
        letGo.completeOnTimeout(late, impatience.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void begin(Duration most) {
        limit = most;
        begin = System.nanoTime();
    }

    boolean leads() {
        return leads;
    }

    /** What it had at its beginning. */
    Duration limit() {
        return limit;
    }

    /** Not positive: its time is up. */
    Duration left() {
        return limit.minusNanos(System.nanoTime() - begin);
    }

    /** Completed when it is to wait no longer, with what it is answered then. */
    CompletableFuture<CkbAnswer> letGo() {
        return letGo;
    }

    /** Fails with {@link CancellationException} when it was let go. */
    void checkLetGo() {
        if (letGo.isDone()) {
            throw new CancellationException();
        }
    }

    void add(List<CkbNode> found) {
        nodes.addAll(found);
    }

    void addCalls(List<CkbEdge> calls) {
        edges.addAll(calls);
    }

    List<CkbNode> nodes() {
        return List.copyOf(nodes);
    }

    List<CkbEdge> edges() {
        return List.copyOf(edges);
    }
}
