package dev.caravan.retrieval;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The model itself, with a count of the texts that it embeds, and a name that can be another. */
public final class CountingEmbedder implements Embedder {

    public final AtomicInteger passages = new AtomicInteger();
    /** Run before each batch. */
    public volatile Runnable before = () -> { };
    private final Embedder model;
    private final String name;

    public CountingEmbedder(Embedder model) {
        this(model, model.model());
    }

    public CountingEmbedder(Embedder model, String name) {
        this.model = model;
        this.name = name;
    }

    @Override
    public String model() {
        return name;
    }

    @Override
    public int dimensions() {
        return model.dimensions();
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) throws InterruptedException {
        before.run();
        passages.addAndGet(texts.size());
        return model.embedPassages(texts);
    }

    @Override
    public float[] embedQuery(String query) throws InterruptedException {
        return model.embedQuery(query);
    }
}
