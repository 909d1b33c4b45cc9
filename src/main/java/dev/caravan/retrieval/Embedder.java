package dev.caravan.retrieval;

import java.util.List;

/**
 * Turns text into vectors of length 1, near each other where texts mean the same. Safe for use by many threads, which it may
 * block. Vectors of different models can't be compared.
 */
public interface Embedder {

    /** Name of the model. */
    String model();

    /** How many numbers a vector has. */
    int dimensions();

    /**
     * What chunks are made with, which each of them records: those of another make are not compared with, and are made again.
     *
     * @param version of the way in which texts are cut
     */
    default String make(String version) {
        return model() + "/" + dimensions() + "/" + version;
    }

    /**
     * Vectors of texts that are to be found, in their order; any number of texts.
     *
     * @throws EmbeddingException   saying what to do
     * @throws InterruptedException between two batches, or while waiting
     */
    List<float[]> embedPassages(List<String> texts) throws InterruptedException;

    /**
     * The vector of what somebody looks for.
     *
     * @throws EmbeddingException saying what to do
     */
    float[] embedQuery(String query) throws InterruptedException;
}
