package dev.caravan.source.oauth;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpProperties;
import dev.caravan.http.HttpRules;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Creates the beans that {@code routes/entry/login.camel.yaml} uses: {@code #loginGuard}, {@code #loginBinding}. */
@Configuration(proxyBeanMethods = false)
class LoginConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler loginGuard(HttpGuard guard) {
        return guard.of(new LoginRules());
    }

    @Bean
    GuardedBinding loginBinding(HttpProperties properties) {
        return new GuardedBinding(new LoginRules(), properties);
    }

    /**
     * The rules of the pages of logins. Browsers of users send no credentials; the address of a login is a secret, and its cookie binds it
     * to one browser.
     */
    record LoginRules() implements HttpRules {

        @Override
        public String methods() {
            return "GET, POST";
        }

        @Override
        public Right right(HttpServerExchange exchange) {
            return Right.NONE;
        }
    }
}
