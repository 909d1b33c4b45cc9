package dev.caravan.intelligence.ckb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A running question: its remaining time, whether it was released early, and what it has found. Single-threaded, except for the release.
 */
final class CkbRequest {

    private final CompletableFuture<CkbAnswer> letGo = new CompletableFuture<>();
    private final List<CkbAnswer.CkbNode> nodes = new ArrayList<>();
    private final Set<CkbAnswer.CkbEdge> edges = new LinkedHashSet<>();
    private boolean leads;
    private Duration limit;
    private long begin;

    /** Starts a question that may use the whole time. */
    void lead(Duration most) {
        leads = true;
        begin(most);
    }

    /** Starts a question that is released with {@code late} after {@code impatience}. */
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

    /** Returns the time that it had at its start. */
    Duration limit() {
        return limit;
    }

    /** Returns the remaining time; zero or negative when it is over. */
    Duration left() {
        return limit.minusNanos(System.nanoTime() - begin);
    }

    /** Completes when the question must not wait any longer, with the answer that it then gets. */
    CompletableFuture<CkbAnswer> letGo() {
        return letGo;
    }

    /** Throws {@link CancellationException} if the question was released. */
    void checkLetGo() {
        if (letGo.isDone()) {
            throw new CancellationException();
        }
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
