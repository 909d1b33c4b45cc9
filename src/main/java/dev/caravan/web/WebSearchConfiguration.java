package dev.caravan.web;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The breaker that {@code routes/tools/web/web_search.camel.yaml} names; a bean, so that an edit of the route does not reset it. */
@Configuration(proxyBeanMethods = false)
class WebSearchConfiguration {

    static final Duration PAUSE = Duration.ofSeconds(15);

    /** Opens where half of the last ten searches, five at least, failed; after the pause one search tries whether it is over. */
    @Bean
    CircuitBreaker webSearchBreaker() {
        return CircuitBreaker.of("web-search", CircuitBreakerConfig.custom()
                .slidingWindowSize(10)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(PAUSE)
                .permittedNumberOfCallsInHalfOpenState(1)
                .build());
    }
}
