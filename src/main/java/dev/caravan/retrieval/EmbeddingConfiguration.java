package dev.caravan.retrieval;

import dev.caravan.envelope.ErrorCode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the embedding model that {@code caravan.embedding.*} selects. */
@Configuration(proxyBeanMethods = false)
public class EmbeddingConfiguration {

    /** Spring calls {@code close} if the model has it. */
    @Bean
    Embedder embedder(EmbeddingProperties properties) {
        return switch (properties.kind()) {
            case LOCAL -> new LocalEmbedder(properties.batch(), properties.threads());
            case OPENAI -> new EndpointEmbedder(properties);
        };
    }

    @Bean
    static ErrorCode.FailureCode embeddingFailures() {
        return new ErrorCode.FailureCode(EmbeddingException.class, ErrorCode.UPSTREAM_ERROR, "The embedding endpoint");
    }
}
