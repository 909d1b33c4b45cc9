package dev.caravan.routes;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.apache.camel.CamelContext;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of this package. If {@code caravan.validate} is set, no routes are loaded; see {@link RouteValidator}. */
@Configuration(proxyBeanMethods = false)
class RoutesConfiguration {

    @Bean("direct")
    GatedDirectComponent direct() {
        return new GatedDirectComponent();
    }

    @Bean
    RouteChecks routeChecks(CamelContext context) {
        return new RouteChecks(context, new Rehearsal(context));
    }

    @Bean
    RouteReloader routeReloader(CamelContext context, RouteChecks checks, ShutDoors shut, RoutesProperties properties, MeterRegistry meters) {
        return new RouteReloader(checks, new LiveRoutes(context, shut, properties.drain()), new ReloadMetrics(meters));
    }

    @Bean
    RoutesState routesState(RouteReloader reloader) {
        return new RoutesState(reloader);
    }

    @Bean
    RoutesHealth routesHealthIndicator(RouteReloader reloader) {
        return new RoutesHealth(reloader);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.validate", matchIfMissing = true, havingValue = "never")
    RouteWatch routeWatch(RoutesProperties properties, RouteReloader reloader, ApplicationEventPublisher events, List<GeneratedRoutes> generated) {
        return new RouteWatch(properties, reloader, events, generated);
    }
}
