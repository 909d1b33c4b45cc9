package dev.caravan.retrieval;

import ai.onnxruntime.OrtException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Chooses the embedding model for short questions by their language, because each local model knows one language well. An endpoint's model
 * embeds questions of all languages. The English model loads at its first question and needs about 70 MB.
 */
@Component
public class QuestionModels implements DisposableBean {

    private final Embedder usual;
    private final LocalEmbedder english;

    QuestionModels(Embedder embedder, EmbeddingProperties settings) {
        this.usual = embedder;
        this.english = settings.kind() == EmbeddingProperties.Kind.LOCAL
                ? new LocalEmbedder(LocalModel.ENGLISH, settings.batch(), settings.threads()) : null;
    }

    /** Returns the model for questions without Latin words, and for all languages if there is only one. */
    public Embedder usual() {
        return usual;
    }

    /** Returns the model for questions in English. */
    public Embedder english() {
        return english == null ? usual : english;
    }

    @Override
    public void destroy() throws OrtException {
        if (english != null) {
            english.close();
        }
    }
}
