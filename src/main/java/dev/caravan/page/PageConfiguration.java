package dev.caravan.page;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpGuards;
import dev.caravan.http.HttpProperties;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Creates the beans that {@code routes/entry/page.camel.yaml} uses: {@code #pageGuard}, {@code #pageBinding}. */
@Configuration(proxyBeanMethods = false)
class PageConfiguration {

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpGuard pageGuard(HttpGuards guards, PageProperties properties) {
        return guards.guard(new PageRules(properties));
    }

    @Bean
    GuardedBinding pageBinding(PageProperties page, HttpProperties http) {
        return new GuardedBinding(new PageRules(page), http);
    }
}
