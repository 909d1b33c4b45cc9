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

/** Configures the undertow server. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

    /** Sets the worker threads. With camel-undertow's default of eight per core, only 16 calls could wait at the same time on two cores. */
    @Bean("undertow")
    UndertowComponent undertow(CamelContext context, HttpProperties properties, Refusals refusals, ObjectProvider<EntryTls> tls) {
        var options = new UndertowHostOptions();
        options.setWorkerThreads(properties.workerThreads());
        var undertow = new GuardedUndertowComponent(context, properties, refusals, tls.getIfAvailable());
        undertow.setHostOptions(options);
        return undertow;
    }

    /** Leaves out the routes that only the HTTP port reaches when the port is closed. */
    @Bean
    ShutDoors shutDoors(HttpProperties properties) {
        return new ShutDoors(properties.enabled() ? Set.of() : Set.of("undertow"));
    }
}
