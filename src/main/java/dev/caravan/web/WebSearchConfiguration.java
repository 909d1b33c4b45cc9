package dev.caravan.web;

import dev.caravan.call.Deadlines;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Creates the circuit breaker that {@code routes/tools/web/web_search.camel.yaml} names. It is a bean, so that an edit of the route does
 * not reset it.
 */
@Configuration(proxyBeanMethods = false)
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
}
