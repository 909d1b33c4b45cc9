package dev.caravan.http;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A queue in which callers take turns: each caller that has items gets one out, then the next caller. So nobody waits behind all items of another. Items of
 * one caller keep their order, except while callers without items are forgotten.
 */
final class TurnQueue<T> {

    private static final int MANY = 1_000;

    private final Map<String, Turn<T>> callers = new ConcurrentHashMap<>();
    private final Queue<Turn<T>> turns = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    private static final class Turn<T> {
        private final Queue<T> items = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean listed = new AtomicBoolean();
    }

    void add(String caller, T item) {
        size.incrementAndGet();
        Turn<T> turn = callers.get(caller);
        if (turn == null) {
            if (callers.size() >= MANY) {
                callers.values().removeIf(idle -> idle.items.isEmpty());
            }
            turn = callers.computeIfAbsent(caller, same -> new Turn<>());
        }
        turn.items.add(item);
        list(turn);
    }

    /** Returns null if there is none. While another thread takes the last caller's item, its next ones are not there for a moment. */
    T poll() {
        for (Turn<T> turn = turns.poll(); turn != null; turn = turns.poll()) {
            T item = turn.items.poll();
            turn.listed.set(false);
            list(turn);
            if (item != null) {
                size.decrementAndGet();
                return item;
            }
        }
        return null;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** Also counts items that another thread is adding or taking. */
    int size() {
        return size.get();
    }

    private void list(Turn<T> turn) {
        if (!turn.items.isEmpty() && turn.listed.compareAndSet(false, true)) {
            turns.add(turn);
        }
    }
}
