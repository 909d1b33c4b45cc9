package dev.caravan.routes;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.ContextEvents;
import org.apache.camel.impl.engine.DefaultResourceLoader;
import org.apache.camel.impl.engine.DefaultResourceResolvers;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.ResourceResolver;
import org.apache.camel.spi.StartupConditionStrategy;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.CamelConfigurationProperties;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.apache.camel.spring.spi.CamelBeanPostProcessor;
import org.apache.camel.support.ResetableClock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of this package. If {@code caravan.validate} is set, no routes are loaded; see {@link RouteValidator}. */
@Configuration(proxyBeanMethods = false)
class RoutesConfiguration {

    /** Creates the context in the same way as CamelAutoConfiguration, which creates none if there is one. */
    @Bean(destroyMethod = "")
    CamelContext camelContext(ApplicationContext application, CamelConfigurationProperties properties, CamelBeanPostProcessor beans,
            StartupConditionStrategy startup) throws Exception {
        ResetableClock booted = new ResetableClock();
        var controller = new CamelSpringBootApplicationController(application);
        CamelContext context = new RoutesContext(application, properties.getMain().isWarnOnEarlyShutdown(), controller);
        context.getClock().add(ContextEvents.BOOT, booted);
        controller.setCamelContext(context);
        beans.setCamelContext(context);
        context.getCamelContextExtension().addContextPlugin(CamelBeanPostProcessor.class, beans);
        context.getCamelContextExtension().addContextPlugin(StartupConditionStrategy.class, startup);
        return CamelAutoConfiguration.doConfigureCamelContext(application, context, properties, controller);
    }

    @Bean("direct")
    GatedDirectComponent direct() {
        return new GatedDirectComponent();
    }

    /** Looks for a relative {@code file:} in the working directory, then beside the shipped routes. */
    @Bean(DefaultResourceLoader.RESOURCE_LOADER_KEY_PREFIX + DefaultResourceResolvers.FileResolver.SCHEME)
    @ConditionalOnExpression("!'${caravan.routes.shipped:}'.isEmpty()")
    ResourceResolver shippedFiles(RoutesProperties properties) {
        return new DefaultResourceResolvers.FileResolver() {
            @Override
            public Resource resolve(String location) {
                String path = location.substring(SCHEME.length() + 1);
                Path beside = properties.shipped().resolveSibling(path);
                return super.resolve(!Files.exists(Path.of(path)) && Files.exists(beside) ? SCHEME + ":" + beside : location);
            }
        };
    }

    @Bean
    RouteChecks routeChecks(CamelContext context) {
        return new RouteChecks(context, new Rehearsal(context));
    }

    @Bean
    RouteReloader routeReloader(CamelContext context, RouteChecks checks, ShutDoors shut, RoutesProperties properties,
            MeterRegistry meters) {
        return new RouteReloader(checks, new LiveRoutes(context, shut, properties.drain()), meters);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.validate", matchIfMissing = true, havingValue = "never")
    RouteWatch routeWatch(RoutesProperties properties, RouteReloader reloader, ApplicationEventPublisher events,
            List<GeneratedRoutes> generated) {
        return new RouteWatch(properties, reloader, events, generated);
    }
}
