package dev.caravan.search;

/** Hears how far a sync is: once before anything is written, and after each transaction. What it throws ends the sync. */
@FunctionalInterface
public interface SyncProgress {

    void reached(SyncCounts counts);
}
