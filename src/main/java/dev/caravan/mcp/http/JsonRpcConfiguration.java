package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpProperties;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Creates the beans that {@code routes/entry/http.camel.yaml} uses: {@code #httpGuard}, {@code #eventStreams}, {@code #jsonRpcBinding}. */
@Configuration(proxyBeanMethods = false)
class JsonRpcConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler httpGuard(HttpGuard guard) {
        return guard.of(new JsonRpcRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler eventStreams(StreamRequests streams) {
        return streams.handler();
    }

    @Bean
    GuardedBinding jsonRpcBinding(HttpProperties properties, StreamRequests streams) {
        return new JsonRpcBinding(properties, streams);
    }
}
