package dev.caravan.http;

import dev.caravan.observe.audit.Refusals;
import io.undertow.server.HttpServerExchange;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.component.undertow.UndertowConsumer;
import org.apache.camel.component.undertow.UndertowEndpoint;

/**
 * An undertow consumer that does not block a thread until the answer: the thread that ends the exchange writes it. A call that times out is
 * therefore answered on time, although its tool still uses the thread that it runs on.
 *
 * <p>{@link HttpGuard} passes requests on a worker thread, outside of undertow's own call chain.
 */
class GuardedConsumer extends UndertowConsumer {

    private final GuardedBinding binding;
    private final Refusals refusals;

    GuardedConsumer(UndertowEndpoint endpoint, Processor processor, GuardedBinding binding, Refusals refusals) {
        super(endpoint, processor);
        this.binding = binding;
        this.refusals = refusals;
    }

    @Override
    public void handleRequest(HttpServerExchange http) throws Exception {
        if (isSuspended()) {
            http.setStatusCode(503).endExchange();
            return;
        }
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        exchange.setIn(binding.toCamelMessage(http, exchange));
        createUoW(exchange);
        getAsyncProcessor().process(exchange, doneSync -> answer(http, exchange));
    }

    private void answer(HttpServerExchange http, Exchange exchange) {
        try {
            if (exchange.getException() != null) {
                refusals.tellAtLast(exchange, HttpGuard.what(http), "HTTP_500");
            }
            binding.answer(http, exchange);
        } catch (Throwable e) {
            GuardedBinding.leave(http);
            throw e;
        } finally {
            doneUoW(exchange);
            releaseExchange(exchange, false);
        }
    }
}
