package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The local model for queries; passages get vectors at random, as the time that a search takes doesn't depend on them. */
public final class BenchmarkModel implements Embedder, AutoCloseable {

    private final LocalEmbedder local = new LocalEmbedder(32, 2);

    /** The model as it is. */
    public Embedder local() {
        return local;
    }

    @Override
    public String model() {
        return "benchmark";
    }

    @Override
    public int dimensions() {
        return local.dimensions();
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) {
        List<float[]> vectors = new ArrayList<>();
        for (String text : texts) {
            Random random = new Random(text.hashCode());
            float[] vector = new float[dimensions()];
            for (int i = 0; i < vector.length; i++) {
                vector[i] = (float) random.nextGaussian();
            }
            vectors.add(Vector.normal(vector));
        }
        return vectors;
    }

    @Override
    public float[] embedQuery(String query) {
        return local.embedQuery(query);
    }

    @Override
    public void close() throws Exception {
        local.close();
    }
}
