package dev.caravan.embedded;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Implements {@link WithServers}, and gives all gateways of Spring tests {@link Patience}. Test classes that need the same servers can
 * share a context.
 */
record WithServersCustomizer(Set<ServerKind> kinds) implements ContextCustomizer {

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        EmbeddedServers servers = SharedServers.started(kinds);
        Map<String, String> properties = Patience.settings();
        kinds.forEach(kind -> properties.putAll(Patience.with(servers.get(kind))));
        if (!kinds.contains(ServerKind.NEO4J)) {
            // all tests share one store; a gateway without the index's database would claim the others' tasks and fail
            properties.keySet().removeIf(name -> name.startsWith("caravan.store.") && !name.endsWith("timeout"));
        }
        new OfferedProperties(properties).offerTo(context.getEnvironment());
        servers.closeFirst(context::close);
    }

    /** {@code META-INF/spring.factories} names it. */
    static final class Factory implements ContextCustomizerFactory {

        @Override
        public ContextCustomizer createContextCustomizer(Class<?> testClass,
                List<ContextConfigurationAttributes> attributes) {
            WithServers asked = TestContextAnnotationUtils.findMergedAnnotation(testClass, WithServers.class);
            return new WithServersCustomizer(asked == null ? Set.of() : Set.of(asked.value()));
        }
    }
}
