package dev.caravan.source.oauth;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpGuards;
import dev.caravan.http.HttpProperties;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Creates the beans that {@code routes/entry/login.camel.yaml} uses: {@code #loginGuard}, {@code #loginBinding}. */
@Configuration(proxyBeanMethods = false)
class LoginConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard loginGuard(HttpGuards guards) {
        return guards.guard(new LoginRules());
    }

    @Bean
    GuardedBinding loginBinding(HttpProperties properties) {
        return new GuardedBinding(new LoginRules(), properties);
    }
}
