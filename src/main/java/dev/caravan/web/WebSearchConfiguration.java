package dev.caravan.web;

import dev.caravan.call.Deadlines;
import dev.caravan.observe.BreakerChecks;
import dev.caravan.observe.Family;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Creates the circuit breaker that {@code routes/tools/web/web_search.camel.yaml} names. It is a bean, so that an edit of the route does
 * not reset it.
 */
@Configuration(proxyBeanMethods = false)
@Family.On(Family.WEB_SEARCH)
class WebSearchConfiguration {

    static final Duration PAUSE = Duration.ofSeconds(15);

    /**
     * Opens when half of the last ten searches, and at least five, failed. Searches that their callers cancelled don't count. After the
     * pause one search tries again.
     */
    @Bean
    CircuitBreaker webSearchBreaker() {
        return CircuitBreaker.of("web-search", Deadlines.breaker(PAUSE).build());
    }

    /** SearXNG's address. An MCP server that searches instead has its own state in health. */
    @Bean
    @ConditionalOnProperty(name = "caravan.web-search.service", havingValue = "searxng", matchIfMissing = true)
    BreakerChecks.ServiceAddress searxngAddress(WebSearchProperties properties) {
        return new BreakerChecks.ServiceAddress("web-search", "SearXNG", properties.searxngUrl());
    }
}
