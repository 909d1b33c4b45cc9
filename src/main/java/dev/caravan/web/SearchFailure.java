package dev.caravan.web;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.observe.Family;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Handles a failure of the search service, and calls that the open breaker refuses. */
@Component("searchFailure")
@Family.On(Family.WEB_SEARCH)
public class SearchFailure {

    private static final Logger LOG = LoggerFactory.getLogger(SearchFailure.class);

    private final long timeout;

    SearchFailure(WebSearchProperties properties) {
        this.timeout = properties.timeout().toMillis();
    }

    /**
     * Throws if the first page failed. If a later page failed, returns what was found so far.
     *
     * @param cause null if the breaker is open
     */
    public Search.Page fallback(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable("search") Search search)
            throws Exception {
        ToolException failure = failure(cause);
        if (search.page() == 1) {
            throw failure;
        }
        search.breakOff(Text.of("web.page", search.page(), failure.text()));
        return new Search.Page(List.of(), DirectAnswers.NONE, List.of(), false);
    }

    private ToolException failure(Exception cause) throws Exception {
        if (cause == null) {
            return new UpstreamException(Text.of("web.paused", WebSearchConfiguration.PAUSE.toSeconds()));
        }
        if (cause instanceof ToolException said) {
            return said;
        }
        if (cause instanceof IOException) {
            boolean late = cause instanceof SocketTimeoutException;
            if (!late && cause instanceof InterruptedIOException) {
                throw cause;
            }
            LOG.warn("Search service failed cause={}", cause.toString());
            return new UpstreamException(late ? Text.of("web.late", timeout) : Text.of("web.unreachable", words(cause)));
        }
        throw cause;
    }

    private static String words(Exception cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : PlainText.of(message, 200);
    }
}
