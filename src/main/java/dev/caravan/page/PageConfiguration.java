package dev.caravan.page;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpProperties;
import dev.caravan.http.HttpRules;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Creates the beans that {@code routes/entry/page.camel.yaml} uses: {@code #pageGuard}, {@code #pageBinding}. */
@Configuration(proxyBeanMethods = false)
class PageConfiguration {

    static final String DISABLED = "The page is disabled. Set caravan.page.enabled to serve it";

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler pageGuard(HttpGuard guard, PageProperties properties) {
        return guard.of(new PageRules(properties));
    }

    @Bean
    GuardedBinding pageBinding(PageProperties page, HttpProperties http) {
        return new GuardedBinding(new PageRules(page), http);
    }

    /** The rules of the page's files, which anyone may read because they contain no data. */
    record PageRules(PageProperties properties) implements HttpRules {

        @Override
        public String methods() {
            return "GET, HEAD";
        }

        @Override
        public Right right(HttpServerExchange exchange) {
            return Right.NONE;
        }

        @Override
        public void check(HttpServerExchange exchange) throws HttpRefusal {
            if (!properties.enabled()) {
                throw new HttpRefusal(404, DISABLED);
            }
            HttpRules.super.check(exchange);
        }
    }

    /**
     * Settings of the page, {@code caravan.page.*}; each is explained in {@code config/application.yaml}.
     *
     * @param enabled Whether the gateway serves the page for browsers at /.
     */
    @ConfigurationProperties("caravan.page")
    record PageProperties(@DefaultValue("true") boolean enabled) {
    }
}
