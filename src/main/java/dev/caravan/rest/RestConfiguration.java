package dev.caravan.rest;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpGuards;
import dev.caravan.http.HttpProperties;
import dev.caravan.http.PublicRules;
import dev.caravan.security.caller.Right;
import io.undertow.server.HttpServerExchange;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/**
 * Beans that {@code routes/entry/rest.camel.yaml} names: {@code #restGuard} and {@code #restBinding}, and {@code #serviceGuard} and
 * {@code #serviceBinding} for endpoints that answer with {@link ServiceError}s. Each guard has a public variant for documents that everybody may
 * read. {@code #sourcesGuard} guards endpoints for sources of tools.
 */
@Configuration(proxyBeanMethods = false)
class RestConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard restGuard(HttpGuards guards) {
        return guards.guard(new RestRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard publicRestGuard(HttpGuards guards) {
        return guards.guard(new PublicRules(new RestRules()));
    }

    /** Guards endpoints that read and change the settings of sources, or approve their definitions: all callers are affected. */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard sourcesGuard(HttpGuards guards) {
        return guards.guard(new RestRules() {
            @Override
            public Right right(HttpServerExchange exchange) {
                return Right.SOURCES;
            }
        });
    }

    @Bean
    GuardedBinding restBinding(HttpProperties properties) {
        return new GuardedBinding(new RestRules(), properties);
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard serviceGuard(HttpGuards guards) {
        return guards.guard(new ServiceRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard publicServiceGuard(HttpGuards guards) {
        return guards.guard(new PublicRules(new ServiceRules()));
    }

    @Bean
    GuardedBinding serviceBinding(HttpProperties properties) {
        return new GuardedBinding(new ServiceRules(), properties);
    }
}
