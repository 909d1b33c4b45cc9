package dev.caravan.retrieval;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The one model of this gateway, as {@code caravan.embedding.*} says. */
@Configuration(proxyBeanMethods = false)
public class EmbeddingConfiguration {

    /** {@code close} is called where there is one. */
    @Bean
    Embedder embedder(EmbeddingProperties properties) {
        return switch (properties.kind()) {
            case LOCAL -> new LocalEmbedder(properties.batch(), properties.threads());
            case OPENAI -> new EndpointEmbedder(properties);
        };
    }
}
