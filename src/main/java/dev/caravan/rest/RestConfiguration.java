package dev.caravan.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.Text;
import dev.caravan.http.AdmittedRequest;
import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpProperties;
import dev.caravan.json.StrictJson;
import dev.caravan.mcp.McpRequest;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Methods;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/**
 * Beans that {@code routes/entry/rest.camel.yaml} names: {@code #restGuard} and {@code #restBinding}, and {@code #serviceGuard} and
 * {@code #serviceBinding} for endpoints that answer with {@link ServiceError}s. Each guard has a public variant for documents that
 * everybody may read. {@code #sourcesGuard} guards endpoints for sources of tools, {@code #contextGuard} those for whole contexts.
 */
@Configuration(proxyBeanMethods = false)
class RestConfiguration {

    private static final long LARGEST_CONTEXT = 32_000_000;

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler restGuard(HttpGuard guard) {
        return guard.of(new RestRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler publicRestGuard(HttpGuard guard) {
        return guard.ofPublic(new RestRules());
    }

    /** Guards endpoints that take a whole context: twice its largest size, since clients may write text with escapes. */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler contextGuard(HttpGuard guard) {
        return guard.of(new RestRules() {
            @Override
            public long maxBody() {
                return LARGEST_CONTEXT;
            }
        });
    }

    /** Opens requests that have a whole context. */
    @Bean
    OpenRequest openContext(ObjectMapper mapper) {
        return new OpenRequest(StrictJson.ofContexts(mapper));
    }

    /** Guards endpoints that read and change the settings of sources, or approve their definitions: all callers are affected. */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler sourcesGuard(HttpGuard guard) {
        return guard.of(new RestRules() {
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

    /** Binds requests for which the key of an MCP instance in the path is enough, where it is for the instance itself. */
    @Bean
    GuardedBinding instanceBinding(HttpProperties properties) {
        return new GuardedBinding(new RestRules(), properties) {
            @Override
            public void populateCamelHeaders(HttpServerExchange http, Map<String, Object> headers, Exchange exchange) {
                super.populateCamelHeaders(http, headers, exchange);
                exchange.setProperty(McpRequest.API_KEY, AdmittedRequest.apiKey(http));
            }
        };
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler serviceGuard(HttpGuard guard) {
        return guard.of(new ServiceRules());
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    CamelUndertowHttpHandler publicServiceGuard(HttpGuard guard) {
        return guard.ofPublic(new ServiceRules());
    }

    @Bean
    GuardedBinding serviceBinding(HttpProperties properties) {
        return new GuardedBinding(new ServiceRules(), properties);
    }

    /** Like {@link RestRules}, but errors are {@link ServiceError}s, and requests that do not read need the scope for calls. */
    static class ServiceRules extends RestRules {

        @Override
        public Right right(HttpServerExchange exchange) {
            return Methods.GET.equals(exchange.getRequestMethod()) ? Right.READ : Right.CALL;
        }

        @Override
        public String body(HttpRefusal refusal, Locale locale) {
            return ServiceError.of(refusal.status(), refusal.message(locale), Text.of(solution(refusal.status())).in(locale)).json()
                    .toString();
        }

        private static String solution(int status) {
            return switch (status) {
                case 401 -> "http.solution.credentials";
                case 429, 503 -> "http.solution.later";
                default -> "recall.solution.invalid";
            };
        }
    }
}
