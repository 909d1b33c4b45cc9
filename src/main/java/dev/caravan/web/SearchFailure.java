package dev.caravan.web;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.envelope.UpstreamException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What becomes of a search whose service failed, or is not asked because it failed before. */
@Component("searchFailure")
public class SearchFailure {

    private static final Logger LOG = LoggerFactory.getLogger(SearchFailure.class);

    private final long timeout;
    private final Duration pause;
    private volatile Instant closesAt = Instant.MIN;

    SearchFailure(WebSearchProperties properties, CircuitBreaker webSearchBreaker) {
        this.timeout = properties.timeout().toMillis();
        this.pause = WebSearchConfiguration.PAUSE;
        webSearchBreaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                closesAt = event.getCreationTime().toInstant().plus(pause);
                LOG.warn("The search service failed too often and is left alone for {} s", pause.toSeconds());
            }
        });
    }

    /**
     * The first page's failure is the call's; a later one leaves what was found.
     *
     * @param cause null where the breaker is open
     */
    public SearchPage fallback(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty(Search.PROPERTY) Search search)
            throws Exception {
        ToolException failure = failure(cause);
        if (search.page() == 1) {
            throw failure;
        }
        search.breakOff(Text.of("web.page", search.page(), failure.text()));
        return new SearchPage(List.of(), List.of(), false);
    }

    private ToolException failure(Exception cause) throws Exception {
        if (cause == null) {
            return new UpstreamException(Text.of("web.paused", Math.max(1, Duration.between(Instant.now(), closesAt).toSeconds())));
        }
        if (cause instanceof ToolException said) {
            return said;
        }
        if (cause instanceof IOException) {
            boolean late = cause instanceof SocketTimeoutException;
            if (!late && cause instanceof InterruptedIOException) {
                throw cause;
            }
            LOG.warn("The search service failed: {}", cause.toString());
            return new UpstreamException(late ? Text.of("web.late", timeout) : Text.of("web.unreachable", words(cause)));
        }
        throw cause;
    }

    private static String words(Exception cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : PlainText.of(message, 200);
    }
}
