package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpGuards;
import dev.caravan.http.HttpProperties;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** What {@code routes/entry/http.camel.yaml} names: {@code #httpGuard}, {@code #eventStreams}, {@code #jsonRpcBinding}. */
@Configuration(proxyBeanMethods = false)
class JsonRpcConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard httpGuard(HttpGuards guards) {
        return guards.guard(new JsonRpcRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    EventStreamHandler eventStreams(HttpGuards guards, StreamTopics topics, OpenStreams streams) {
        return new EventStreamHandler(guards.guard(new StreamRules()), topics, streams);
    }

    @Bean
    GuardedBinding jsonRpcBinding(HttpProperties properties, ListenStreams streams) {
        return new JsonRpcBinding(properties, streams);
    }
}
