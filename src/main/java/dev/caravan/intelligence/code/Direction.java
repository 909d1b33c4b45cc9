package dev.caravan.intelligence.code;

/** The direction in which calls are followed. */
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
