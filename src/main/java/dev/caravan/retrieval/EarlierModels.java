package dev.caravan.retrieval;

import ai.onnxruntime.OrtException;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Embeds queries for chunks that a local model made before the settings named another model, until these chunks are made again. A model
 * loads at its first query, needs about 70 MB, and stays until the gateway stops.
 */
@Component
public class EarlierModels implements DisposableBean {

    private final LocalEmbedder[] models = Stream.of(LocalModel.values()).map(model -> new LocalEmbedder(model, 1, 1))
            .toArray(LocalEmbedder[]::new);

    /** Returns the model of chunks with this make; empty if it does not run in this process. */
    public Optional<Embedder> of(String make) {
        return Stream.of(models).filter(model -> make.startsWith(model.makes())).findFirst().map(Embedder.class::cast);
    }

    @Override
    public void destroy() throws OrtException {
        for (LocalEmbedder model : models) {
            model.close();
        }
    }
}
