package dev.caravan.http;

import dev.caravan.audit.Refusals;
import dev.caravan.routes.ShutDoors;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The undertow server. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

    /** camel-undertow's default of eight workers a core lets 16 calls wait at once on two cores. */
    @Bean("undertow")
    UndertowComponent undertow(CamelContext context, HttpProperties properties, Refusals refusals, ObjectProvider<EntryTls> tls) {
        var options = new UndertowHostOptions();
        options.setWorkerThreads(properties.workerThreads());
        var undertow = new GuardedUndertowComponent(context, properties, refusals, tls.getIfAvailable());
        undertow.setHostOptions(options);
        return undertow;
    }

    /** Without the port nobody calls what waits behind it. */
    @Bean
    ShutDoors shutDoors(HttpProperties properties) {
        return new ShutDoors(properties.enabled() ? Set.of() : Set.of("undertow"));
    }
}
