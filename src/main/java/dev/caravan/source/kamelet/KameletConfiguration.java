package dev.caravan.source.kamelet;

import dev.caravan.routes.RoutesProperties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.component.kamelet.KameletComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Makes Camel's {@code kamelet:} component when a route first needs it. It finds Kamelets in {@code routes/kamelets}, then in the
 * catalogue.
 */
@Configuration(proxyBeanMethods = false)
class KameletConfiguration {

    @Bean("kamelet")
    @Lazy
    KameletComponent kameletComponent(RoutesProperties routes) {
        KameletComponent component = new KameletComponent();
        component.setLocation("file:" + routes.directory().resolve("kamelets") + ",classpath:kamelets");
        component.setRouteProperties(new ConcurrentHashMap<>());
        return component;
    }
}
