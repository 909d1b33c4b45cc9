package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpProperties;
import dev.caravan.mcp.session.ConversationProperties;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.mcp.session.Sessions;
import dev.caravan.mcp.session.Subscriptions;
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
    EventStreamHandler eventStreams(HttpGuard guard, OpenStreams.StreamTopics topics, OpenStreams connections, ClientStreams streams,
            Sessions sessions, SessionStore notes, Subscriptions subscriptions) {
        return new EventStreamHandler(guard.of(new JsonRpcRules.StreamRules()), topics, connections, streams, sessions, notes,
                subscriptions);
    }

    @Bean
    GuardedBinding jsonRpcBinding(HttpProperties properties, OpenStreams connections, ClientStreams streams, ListenStreams listening,
            ConversationProperties conversation) {
        return new JsonRpcBinding(properties, connections, streams, listening, conversation.retry());
    }
}
