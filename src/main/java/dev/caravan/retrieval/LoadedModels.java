package dev.caravan.retrieval;

import ai.onnxruntime.OrtException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The models of this process that work beside the model of the settings: for questions in English, and for chunks that an earlier model
 * made, until these are made again. A model loads at its first text, needs about 70 MB, and stays until the gateway stops.
 */
@Component
public class LoadedModels implements DisposableBean {

    private final Map<LocalModel, LocalEmbedder> models = new EnumMap<>(LocalModel.class);

    public LoadedModels(EmbeddingProperties settings) {
        for (LocalModel model : LocalModel.values()) {
            models.put(model, new LocalEmbedder(model, settings.batch(), settings.threads()));
        }
    }

    public Embedder of(LocalModel model) {
        return models.get(model);
    }

    /** Returns the model of chunks with this make; empty if it does not run in this process. */
    public Optional<Embedder> ofMake(String make) {
        return models.values().stream().filter(model -> make.startsWith(model.makes())).findFirst().map(Embedder.class::cast);
    }

    @Override
    public void destroy() throws OrtException {
        for (LocalEmbedder model : models.values()) {
            model.close();
        }
    }
}
