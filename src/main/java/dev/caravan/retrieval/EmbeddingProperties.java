package dev.caravan.retrieval;

import dev.caravan.start.OrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.embedding.*}. {@code config/application.yaml} explains each.
 *
 * @param kind       Embedding model: local runs in this process, openai calls an endpoint with OpenAI's API.
 * @param url        Address of the endpoint, up to /embeddings.
 * @param model      Model of the endpoint.
 * @param apiKey     API key of the endpoint. Empty means none.
 * @param dimensions Length of the endpoint's vectors.
 * @param timeout    Timeout of one request to the endpoint.
 * @param batch      Texts in one request.
 * @param threads    Threads that embed texts with the local model.
 */
@ConfigurationProperties("caravan.embedding")
public record EmbeddingProperties(
        @DefaultValue("local") Kind kind,
        @DefaultValue("") String url,
        @DefaultValue("") String model,
        @DefaultValue("") String apiKey,
        @DefaultValue("0") @OrZero int dimensions,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("32") int batch,
        @DefaultValue("2") int threads) {

    /** Where the model runs. */
    public enum Kind {
        LOCAL, OPENAI
    }

    public EmbeddingProperties {
        if (batch < 1 || threads < 1) {
            throw new IllegalArgumentException("caravan.embedding.batch and caravan.embedding.threads must be at least 1");
        }
        if (kind == Kind.OPENAI && (url.isBlank() || model.isBlank() || dimensions < 1)) {
            throw new IllegalArgumentException("caravan.embedding.kind is openai, which needs caravan.embedding.url, model and dimensions");
        }
        if (!url.isBlank() && !url.matches("https?://[^/@\\s]+(/.*)?")) {
            throw new IllegalArgumentException("caravan.embedding.url must be an address without a user,"
                    + " such as https://models.example.com/v1/embeddings");
        }
    }

    /** Leaves out the key. */
    @Override
    public String toString() {
        return "EmbeddingProperties[kind=" + kind + ", url=" + url + ", model=" + model + ", dimensions=" + dimensions + "]";
    }
}
