package dev.caravan.intelligence.code;

/** Which way calls are followed. */
public enum Direction {
    CALLERS,
    CALLEES,
    BOTH;

    boolean hasCallers() {
        return this != CALLEES;
    }

    boolean hasCallees() {
        return this != CALLERS;
    }
}
