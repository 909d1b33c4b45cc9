package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.LoadedModels;
import dev.caravan.retrieval.LocalModel;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses the embedding model by {@code caravan.intelligence.model}. */
@Configuration(proxyBeanMethods = false)
class CodeModelConfiguration {

    @Bean
    CodeModel codeModel(IntelligenceProperties properties, Embedder embedder, LoadedModels models) {
        return new CodeModel(properties.model() == IntelligenceProperties.Model.SHARED ? embedder : models.of(LocalModel.ENGLISH));
    }
}
