package dev.caravan.retrieval;

import java.util.List;

/**
 * Converts text to vectors of length 1. Texts with similar meaning have vectors near each other. Thread-safe; methods may block. Vectors of
 * different models cannot be compared.
 */
public interface Embedder {

    /** Returns the name of the model. */
    String model();

    /** Returns the length of a vector. */
    int dimensions();

    /** Returns whether there is no model. All vectors are equal then, and searches go by words alone. */
    default boolean isOff() {
        return false;
    }

    /**
     * Identifies how chunks are made. Each chunk records it. Chunks with another make are made again, and are found until then.
     *
     * @param version of the rules that cut texts
     */
    default String make(String version) {
        return makes() + version;
    }

    /** Returns how each {@link #make} of this model begins. Vectors of chunks whose make begins so can be compared with each other. */
    default String makes() {
        return model() + "/" + dimensions() + "/";
    }

    /**
     * Embeds texts of an index, any number of them. Returns their vectors in the same order.
     *
     * @throws EmbeddingException   if the model fails; the message says what to do
     * @throws InterruptedException between two batches, or while waiting
     */
    List<float[]> embedPassages(List<String> texts) throws InterruptedException;

    /**
     * Embeds a query.
     *
     * @throws EmbeddingException if the model fails; the message says what to do
     */
    float[] embedQuery(String query) throws InterruptedException;

    /**
     * Embeds a text that is compared with texts as short as itself. It is not a query of the model, whose instruction would be longer than
     * the text.
     *
     * @throws EmbeddingException if the model fails; the message says what to do
     */
    default float[] embedShort(String text) throws InterruptedException {
        return embedPassages(List.of(text)).get(0);
    }
}
