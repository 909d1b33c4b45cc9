package dev.caravan.source.kamelet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.io.InputStream;
import java.util.HashMap;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProducer;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultExchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the body of the exchange to the Kamelet, and replaces it by the body that the Kamelet leaves. The Kamelet gets an exchange of its own:
 * it sees none of the route's headers, which many components would send on.
 */
final class ConfiguredKameletProducer extends DefaultAsyncProducer {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredKameletProducer.class);

    private final ConfiguredKameletEndpoint endpoint;

    ConfiguredKameletProducer(ConfiguredKameletEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Kamelets.Active active;
        AsyncProducer producer;
        Exchange own;
        ObjectMapper mapper;
        try {
            Kamelets kamelets = endpoint.kamelets();
            mapper = kamelets.mapper();
            active = kamelets.find(endpoint.getName());
            OfferedKamelet.Input input = active.kamelet().input(exchange.getMessage().getBody(), mapper);
            own = new DefaultExchange(exchange.getContext(), ExchangePattern.InOnly); // a JMS sink would wait for a reply otherwise
            own.getIn().setBody(input.body());
            own.getIn().setHeaders(new HashMap<>(input.headers()));
            producer = active.begin();
        } catch (Exception e) {
            exchange.setException(told(e));
            callback.done(true);
            return true;
        }
        return producer.process(own, doneSync -> {
            try {
                take(exchange, own, mapper);
            } finally {
                active.end();
                callback.done(doneSync);
            }
        });
    }

    private void take(Exchange exchange, Exchange own, ObjectMapper mapper) {
        if (own.getException() != null) {
            exchange.setException(told(own.getException()));
            return;
        }
        try {
            exchange.getMessage().setBody(data(own.getMessage(), mapper));
        } catch (RuntimeException e) {
            exchange.setException(told(e));
        }
    }

    /** Returns JSON text as JSON, other text and bytes as text, and anything else as it is. */
    private static Object data(Message message, ObjectMapper mapper) {
        Object body = message.getBody();
        if (body instanceof InputStream || body instanceof byte[] || body instanceof StreamCache) {
            body = message.getBody(String.class);
        }
        boolean json = String.valueOf(message.getHeader(Exchange.CONTENT_TYPE)).contains("json");
        if (body instanceof String text && !text.isBlank() && (json || "{[".indexOf(text.strip().charAt(0)) >= 0)) {
            try {
                return mapper.readTree(text);
            } catch (JsonProcessingException noJson) {
                return text;
            }
        }
        return body;
    }

    /** Returns what the caller reads. The reason itself goes to the log, since it may name hosts and statements. */
    private Exception told(Exception cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof ToolException foreseen) {
                return foreseen;
            }
        }
        LOG.warn("Kamelet failed name={} error={}", endpoint.getName(), Kamelets.reason(cause));
        LOG.debug("Kamelet {} failed", endpoint.getName(), cause);
        Text text = cause instanceof HttpOperationFailedException http ? Text.of("kamelet.status", http.getStatusCode())
                : Text.of("failure.UPSTREAM_ERROR");
        return new ToolException(ErrorCode.UPSTREAM_ERROR, text);
    }
}
