package dev.caravan.retrieval;

/** Hears how far the making of an index is: once before anything is written, and after each transaction. What it throws ends the making. */
@FunctionalInterface
public interface IndexProgress {

    void reached(IndexCounts counts);
}
