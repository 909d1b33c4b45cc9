package dev.caravan.retrieval;

import dev.caravan.envelope.ErrorCode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the embedding model that {@code caravan.embedding.*} selects. */
@Configuration(proxyBeanMethods = false)
public class EmbeddingConfiguration {

    @Bean
    Embedder embedder(EmbeddingProperties properties, LoadedModels models) {
        return switch (properties.kind()) {
            case LOCAL -> models.bilingual();
            case OPENAI -> new EndpointEmbedder(properties);
        };
    }

    @Bean
    static ErrorCode.FailureCode embeddingFailures() {
        return new ErrorCode.FailureCode(EmbeddingException.class, ErrorCode.UPSTREAM_ERROR, "The embedding endpoint");
    }
}
