package dev.caravan.mcp.http;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** The undertow server and what {@code routes/entry/http.camel.yaml} names: {@code #httpGuard}, {@code #jsonRpcBinding}. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

    /** camel-undertow's default of eight workers a core lets 16 calls wait at once on two cores. */
    @Bean("undertow")
    UndertowComponent undertow(CamelContext context, HttpProperties properties) {
        var options = new UndertowHostOptions();
        options.setWorkerThreads(properties.workerThreads());
        var undertow = new JsonRpcUndertowComponent(context);
        undertow.setHostOptions(options);
        return undertow;
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard httpGuard(AllowedSources allowed, HttpProperties properties) {
        return new HttpGuard(allowed, properties.maxBody().toBytes(), virtualThreads());
    }

    @Bean
    JsonRpcBinding jsonRpcBinding(HttpProperties properties) {
        return new JsonRpcBinding(properties.maxBody().toBytes());
    }

    /** A thread a call where the JVM has virtual ones (21 and later), else null. */
    private static Executor virtualThreads() {
        try {
            return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException olderJvm) {
            return null;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("Virtual threads could not be had", e);
        }
    }
}
