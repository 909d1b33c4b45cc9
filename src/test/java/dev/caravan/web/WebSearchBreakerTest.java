package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static dev.caravan.web.LoopbackSearch.sleep;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The circuit breaker of {@code web_search} spares a service that fails, and closes once the service answers again. */
@Tag("nightly")
class WebSearchBreakerTest extends WebSearchTest {

    @Test
    void breakerOpensForAFailingServiceAndCloses() throws Exception {
        SEARCH.behave((exchange, query) -> send(exchange, 500, ""));
        for (int i = 0; i < 5; i++) {
            failure(fresh());
        }
        assertThat(SEARCH.requests()).hasSize(5);

        SEARCH.behave((exchange, query) -> sleep(6_000));
        String spared = within(0, 20_000, () -> failure(fresh()));
        assertThat(spared).as("at once: a call that asks the service takes 2 s").matches(".*is paused for up to (1[0-5]) s");
        assertThat(SEARCH.requests()).as("not asked").isEmpty();

        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        await().pollInterval(Duration.ofSeconds(1)).atMost(60, SECONDS)
                .until(() -> client.envelope("web_search", fresh()).get("ok").booleanValue());
        assertThat(webSearchBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
}
