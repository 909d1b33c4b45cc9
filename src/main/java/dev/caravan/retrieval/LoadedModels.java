package dev.caravan.retrieval;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The models of this process, for all that need them. A model loads at its first text, needs about 70 MB, and stays until the gateway
 * stops. A slim package has no models: searches go by words alone.
 */
@Component
public class LoadedModels implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(LoadedModels.class);

    private final Map<LocalModel, Embedder> models = new EnumMap<>(LocalModel.class);

    public LoadedModels(EmbeddingProperties settings) {
        for (LocalModel model : LocalModel.values()) {
            models.put(model, model.isThere() ? new LocalEmbedder(model, settings.batch(), settings.threads()) : new NoModel());
        }
        if (settings.kind() == EmbeddingProperties.Kind.LOCAL && bilingual().isOff()) {
            LOG.info("Searches go by words alone, because this package has no embedding models. caravan.embedding.kind: openai uses an"
                    + " endpoint");
        }
    }

    public Embedder of(LocalModel model) {
        return models.get(model);
    }

    /** Returns the model for text in Chinese and English. */
    public Embedder bilingual() {
        return new BilingualEmbedder(of(LocalModel.CHINESE), of(LocalModel.ENGLISH));
    }

    @Override
    public void destroy() {
        for (Embedder model : models.values()) {
            if (model instanceof LocalEmbedder loaded) {
                loaded.close();
            }
        }
    }

    /** Stands for a model that this package does not have. */
    private record NoModel() implements Embedder {

        private static final float[] ANY = {1};

        @Override
        public String model() {
            return "none";
        }

        @Override
        public int dimensions() {
            return ANY.length;
        }

        @Override
        public boolean isOff() {
            return true;
        }

        @Override
        public List<float[]> embedPassages(List<String> texts) {
            return Collections.nCopies(texts.size(), ANY);
        }

        @Override
        public float[] embedQuery(String query) {
            return ANY;
        }
    }
}
