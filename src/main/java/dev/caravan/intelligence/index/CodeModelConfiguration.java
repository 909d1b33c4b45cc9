package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingProperties;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The model of code intelligence, as {@code caravan.intelligence.model} says. */
@Configuration(proxyBeanMethods = false)
class CodeModelConfiguration {

    /** Ends with the gateway, unless it is the one that searches in tables share. */
    @Bean(destroyMethod = "")
    CodeModel codeModel(IntelligenceProperties properties, EmbeddingProperties embedding, Embedder embedder, CodeModelThreads threads) {
        return new CodeModel(properties.model() == IntelligenceProperties.Model.SHARED ? embedder : threads.embedder());
    }

    @Bean
    CodeModelThreads codeModelThreads(EmbeddingProperties embedding) {
        return new CodeModelThreads(new LocalEmbedder(LocalModel.ENGLISH, embedding.batch(), embedding.threads()));
    }

    /** Keeps the English model for as long as the gateway runs; it is loaded when it is first needed. */
    record CodeModelThreads(LocalEmbedder embedder) implements AutoCloseable {

        @Override
        public void close() throws Exception {
            embedder.close();
        }
    }
}
