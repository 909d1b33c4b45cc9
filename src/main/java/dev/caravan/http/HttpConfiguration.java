package dev.caravan.http;

import dev.caravan.observe.Refusals;
import dev.caravan.routes.ShutDoors;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the undertow server. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

    /**
     * Sets the threads. With camel-undertow's default of eight workers per core, only 16 calls could wait at the same time on two cores.
     * Undertow's default of one I/O thread per core makes a database call cost up to a quarter more than half as many: one of them finds
     * several connections ready each time that it wakes up.
     */
    @Bean("undertow")
    UndertowComponent undertow(CamelContext context, HttpProperties properties, Refusals refusals, ObjectProvider<EntryTls> tls) {
        var options = new UndertowHostOptions();
        options.setWorkerThreads(properties.workerThreads());
        options.setIoThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        var undertow = new GuardedUndertowComponent(context, properties, refusals, tls.getIfAvailable());
        undertow.setHostOptions(options);
        return undertow;
    }

    /** TLS of the entry, if there is a certificate. */
    @Bean
    @ConditionalOnExpression("'${caravan.http.tls.certificate:}' != ''")
    EntryTls entryTls(SslBundles bundles) throws GeneralSecurityException, IOException {
        return new EntryTls(bundles);
    }

    /** Leaves out the routes that only the HTTP port reaches when the port is closed. */
    @Bean
    ShutDoors shutDoors(HttpProperties properties) {
        return new ShutDoors(properties.enabled() ? Set.of() : Set.of("undertow"));
    }
}
