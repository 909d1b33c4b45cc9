package dev.caravan.completion;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.CallContext;
import dev.caravan.call.RegisteredConsumer;
import dev.caravan.call.TimedRun;
import dev.caravan.mcp.McpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultExchange;
import org.springframework.stereotype.Component;

/**
 * Finds what the argument may be completed with: fixed values, or what a route says. The route gets what was typed as body, the
 * other arguments that are known as headers, and leaves a list.
 */
@Component("runCompletion")
class RunCompletion extends AsyncProcessorSupport {

    /** A route that isn't there is an error at once, not after half a minute. */
    private static final String AT_ONCE = "?block=false";

    private final CamelContext camel;
    private final ProducerTemplate producer;
    private final TimedRun timed;
    private final ObjectMapper mapper;

    RunCompletion(CamelContext camel, TimedRun timed, ObjectMapper mapper) {
        this.camel = camel;
        this.producer = camel.createProducerTemplate();
        this.timed = timed;
        this.mapper = mapper;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Completion completion = Completion.of(exchange);
        Completable first;
        try {
            first = completion.completable();
        } catch (McpException withdrawn) {
            exchange.setException(withdrawn);
            callback.done(true);
            return true;
        }
        return timed.process(exchange, callback, first.gate(), () -> new Run(completion.completable(), completion));
    }

    private final class Run implements TimedRun.Work<Completion.Found> {

        private final Completable completable;
        private final Completion completion;

        Run(Completable completable, Completion completion) {
            this.completable = completable;
            this.completion = completion;
        }

        @Override
        public String name() {
            return completion.name();
        }

        @Override
        public CallContext context() {
            return completion.context();
        }

        @Override
        public Duration timeout() {
            return completable.timeout();
        }

        @Override
        public CompletableFuture<Completion.Found> run() throws Exception {
            Suggestions suggestions = completable.arguments().get(completion.argument());
            return CompletableFuture.completedFuture(
                    Completion.Found.of(suggestions.route() == null ? suggestions.beginningWith(completion.typed()) : ask(suggestions.route())));
        }

        private List<String> ask(String route) throws Exception {
            Exchange exchange = new DefaultExchange(camel, ExchangePattern.InOut);
            completion.context().leaveOn(exchange);
            exchange.getIn().setBody(completion.typed());
            completion.others(completable).forEach(exchange.getIn()::setHeader);
            producer.send(route + AT_ONCE, exchange);
            if (exchange.getException() != null) {
                throw RegisteredConsumer.thrownBy(exchange);
            }
            return texts(route, exchange.getMessage().getBody());
        }

        @Override
        public void abandon() {
            completion.context().running().abandon();
        }

        @Override
        public void leave(Completion.Found found) {
            completion.found(found);
        }
    }

    private List<String> texts(String route, Object body) {
        List<String> texts = new ArrayList<>();
        if (body == null) {
            return texts;
        }
        Object list = body instanceof String || body instanceof Map ? null : mapper.convertValue(body, Object.class);
        if (!(list instanceof List<?> values)) {
            throw new IllegalStateException(route + " must leave a list of suggestions, not " + body.getClass().getName());
        }
        for (Object value : values) {
            if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
                throw new IllegalStateException(route + " left a suggestion that is neither text, number, true nor false");
            }
            texts.add(value.toString());
        }
        return texts;
    }
}
