package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingProperties;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the embedding model that {@code caravan.intelligence.model} selects. */
@Configuration(proxyBeanMethods = false)
class CodeModelConfiguration {

    /** Closes with the gateway, unless it is the model that context search shares. */
    @Bean(destroyMethod = "")
    CodeModel codeModel(IntelligenceProperties properties, EmbeddingProperties embedding, Embedder embedder, CodeModelThreads threads) {
        return new CodeModel(properties.model() == IntelligenceProperties.Model.SHARED ? embedder : threads.embedder());
    }

    @Bean
    CodeModelThreads codeModelThreads(EmbeddingProperties embedding) {
        return new CodeModelThreads(new LocalEmbedder(LocalModel.ENGLISH, embedding.batch(), embedding.threads()));
    }

    /** Keeps the English model while the gateway runs. The model loads at first use. */
    record CodeModelThreads(LocalEmbedder embedder) implements AutoCloseable {

        @Override
        public void close() throws Exception {
            embedder.close();
        }
    }
}
