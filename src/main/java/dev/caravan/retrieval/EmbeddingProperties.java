package dev.caravan.retrieval;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.embedding.*}; each is explained in {@code config/application.yaml}.
 *
 * @param url        of an OpenAI-compatible API, up to before {@code /embeddings}
 * @param dimensions of the endpoint's vectors
 * @param timeout    of one request to the endpoint, to the last byte of its answer
 * @param batch      texts in one request; in this process, texts between two looks at whether to go on
 * @param threads    that embed passages in this process, for all that are indexed at once
 */
@ConfigurationProperties("caravan.embedding")
public record EmbeddingProperties(
        @DefaultValue("local") Kind kind,
        @DefaultValue("") String url,
        @DefaultValue("") String model,
        @DefaultValue("") String apiKey,
        @DefaultValue("0") int dimensions,
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
            throw new IllegalArgumentException("caravan.embedding.kind is openai: it needs caravan.embedding.url, model and dimensions too");
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "EmbeddingProperties[kind=" + kind + ", url=" + url + ", model=" + model + ", dimensions=" + dimensions + "]";
    }
}
