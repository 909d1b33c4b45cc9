package dev.caravan.http;

import dev.caravan.observe.Refusals;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.PathTemplateMatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.undertow.DefaultUndertowHttpBinding;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.support.ExchangeHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * Converts a guarded request to a Camel message and back. It differs from camel-undertow's binding in three points. Headers come from the
 * request only and keep their first value. Variables of the path and the query are not headers: they are maps in the exchange properties
 * {@value #PATH} and {@value #QUERY}. An unexpected exception is answered by {@link HttpRules#body}, without a stack trace.
 */
public class GuardedBinding extends DefaultUndertowHttpBinding {

    /** {variable of the endpoint's path template: text}. */
    public static final String PATH = "path";
    /** {name: first value}. */
    public static final String QUERY = "query";

    private static final Logger LOG = LoggerFactory.getLogger(GuardedBinding.class);

    private static final byte[] NO_BODY = {};

    private final HttpRules rules;
    private final Duration patience;
    private final long minRate;

    public GuardedBinding(HttpRules rules, HttpProperties properties) {
        this.rules = rules;
        this.patience = properties.patience();
        this.minRate = properties.minRate().toBytes();
    }

    /** Creates the message. The guard has read the body before the route, if there is one. */
    @Override
    public Message toCamelMessage(HttpServerExchange http, Exchange exchange) throws IOException {
        Message message = new DefaultMessage(exchange);
        populateCamelHeaders(http, message.getHeaders(), exchange);
        byte[] body = http.removeAttachment(BodyReading.BODY);
        message.setBody(body == null ? NO_BODY : body);
        return message;
    }

    @Override
    public void populateCamelHeaders(HttpServerExchange http, Map<String, Object> headers, Exchange exchange) {
        for (HeaderValues values : http.getRequestHeaders()) {
            String name = values.getHeaderName().toString();
            if (!isCamelName(name)) {
                headers.put(name, values.getFirst());
            }
        }
        exchange.setProperty(Caller.ADDRESS, AdmittedRequest.address(http));
        Caller caller = AdmittedRequest.caller(http);
        if (caller != null) {
            exchange.setProperty(Caller.PROPERTY, caller);
            exchange.setProperty(Refusals.CALLER, caller.name());
        }
        headers.put(Exchange.HTTP_METHOD, http.getRequestMethod().toString());
        PathTemplateMatch match = http.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        exchange.setProperty(PATH, match == null ? Map.of() : decoded(match.getParameters()));
        Map<String, String> query = new HashMap<>();
        http.getQueryParameters().forEach((name, values) -> query.put(name, values.getFirst()));
        exchange.setProperty(QUERY, query);
    }

    /** Decodes slashes in path variables. Undertow decodes everything else, so that a variable can't add segments. */
    private static Map<String, String> decoded(Map<String, String> segments) {
        return segments.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getKey,
                segment -> segment.getValue().replace("%2F", "/").replace("%2f", "/")));
    }

    /**
     * Answers with the body at the end of the route. The connection's I/O thread writes it as fast as the client reads, so no other thread
     * waits. If another thread ended the request, the I/O thread would spin until that thread runs again.
     */
    protected void answer(HttpServerExchange http, Exchange exchange) {
        ByteBuffer body = ByteBuffer.wrap(toHttpResponse(http, exchange.getMessage()));
        try {
            http.getIoThread().execute(() -> {
                http.getResponseSender().send(body);
                watch(http, System.nanoTime());
            });
        } catch (RejectedExecutionException serverStopped) {
            leave(http);
        }
    }

    /**
     * Disconnects a client that reads nothing for too long, or reads too slowly on average, because its answer stays in memory until then.
     */
    private void watch(HttpServerExchange http, long begun) {
        if (http.isResponseComplete()) {
            return;
        }
        long sent = http.getResponseBytesSent();
        http.getIoThread().executeAfter(() -> {
            if (!http.isResponseComplete() && (http.getResponseBytesSent() == sent || isTooSlow(http, begun))) {
                LOG.debug("Client disconnected because it reads its answer too slowly");
                leave(http);
            } else {
                watch(http, begun);
            }
        }, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isTooSlow(HttpServerExchange http, long begun) {
        return minRate > 0 && http.getResponseBytesSent() < (System.nanoTime() - begun) / 1e9 * minRate;
    }

    /** Releases the memory of the request's body, because the answer stays open and nothing needs the body any more. */
    public static void forgetBody(HttpServerExchange http) {
        BodyReading.release(http);
    }

    /** Closes the connection without waiting for the rest of the request or for the client to read the answer. */
    static void leave(HttpServerExchange http) {
        http.setPersistent(false); // else Undertow would wait for the next request of a closed connection
        IoUtils.safeClose(http.getConnection());
        http.endExchange();
    }

    @Override
    public byte[] toHttpResponse(HttpServerExchange http, Message message) {
        if (message.getExchange().getException() != null) {
            http.setStatusCode(500);
            http.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
            return body(message.getExchange());
        }
        http.setStatusCode(message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class));
        message.getHeaders().forEach((name, value) -> {
            if (!isCamelName(name)) {
                http.getResponseHeaders().put(new HttpString(name), String.valueOf(value));
            }
        });
        return body(message.getExchange());
    }

    /** Returns the body of a refused request. */
    String body(HttpRefusal refusal, Locale locale) {
        return rules.body(refusal, locale);
    }

    /** Returns the body at the end of the route, or {@link HttpRules#body} for an unexpected exception. */
    protected byte[] body(Exchange exchange) {
        Exception escaped = exchange.getException();
        if (escaped != null) {
            LOG.error("Entry route failed with an unexpected exception", escaped);
            ExchangeHelper.setFailureHandled(exchange);
            return rules.body(HttpRefusal.internalError(), Locale.ENGLISH).getBytes(StandardCharsets.UTF_8);
        }
        byte[] body = exchange.getMessage().getBody(byte[].class);
        return body == null ? NO_BODY : body;
    }

    private static boolean isCamelName(String name) {
        return name.regionMatches(true, 0, "Camel", 0, 5) || name.regionMatches(true, 0, "org.apache.camel.", 0, 17);
    }
}
