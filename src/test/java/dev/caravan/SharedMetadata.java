package dev.caravan;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.type.classreading.ConcurrentReferenceCachingMetadataReaderFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * All gateways of a fork share what Spring reads from class files. Each would read the same thousand files again.
 * {@code META-INF/spring.factories} names this class.
 */
public final class SharedMetadata implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** Spring Boot adds a bean of this name only if there is none. */
    private static final String BEAN = "org.springframework.boot.autoconfigure.internalCachingMetadataReaderFactory";

    private static final ConcurrentReferenceCachingMetadataReaderFactory SHARED = new ConcurrentReferenceCachingMetadataReaderFactory();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ((BeanDefinitionRegistry) context.getBeanFactory())
                .registerBeanDefinition(BEAN, BeanDefinitionBuilder.rootBeanDefinition(
                        ConcurrentReferenceCachingMetadataReaderFactory.class, () -> SHARED).getBeanDefinition());
    }
}
