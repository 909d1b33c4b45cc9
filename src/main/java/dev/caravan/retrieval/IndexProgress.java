package dev.caravan.retrieval;

/** Receives the progress of an index: once before the first write, and after each transaction. Its exceptions cancel the work. */
@FunctionalInterface
public interface IndexProgress {

    void reached(IndexCounts counts);
}
