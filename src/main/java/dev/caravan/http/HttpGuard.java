package dev.caravan.http;

import dev.caravan.envelope.Text;
import dev.caravan.observe.Refusals;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import dev.caravan.store.Budget;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.PathTemplateMatch;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.apache.camel.component.undertow.handlers.NotFoundHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Stands before a route, decides every HTTP-level refusal before the route sees the request, and answers unexpected exceptions of the
 * route. Checks Host and Origin (403), the caller ({@link Admission}), the {@link HttpRules} of the endpoint and the size (413), in this
 * order. Then it reads the body on the I/O thread of the connection, so that only a complete request takes a worker.
 *
 * @param requests running requests by caller
 */
@Component("entryGuard")
public record HttpGuard(AllowedSources allowed, Admission admission, GracefulDrain drain, BodyLimits limits, Refusals refusals,
        Budget requests) {

    private static final Logger LOG = LoggerFactory.getLogger(HttpGuard.class);

    static final String STRANGE_HOST = "This Host is not allowed. Add it to caravan.http.allowed-hosts";

    private static final HttpString ALLOW_ORIGIN = new HttpString("Access-Control-Allow-Origin");
    private static final HttpString ALLOW_HEADERS = new HttpString("Access-Control-Allow-Headers");
    private static final HttpString ALLOW_METHODS = new HttpString("Access-Control-Allow-Methods");
    private static final HttpString EXPOSE_HEADERS = new HttpString("Access-Control-Expose-Headers");
    private static final HttpString REQUEST_HEADERS = new HttpString("Access-Control-Request-Headers");
    private static final Pattern ARGUMENT_HEADER = Pattern.compile("(?i)Mcp-Param-[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final HttpString MAX_AGE = new HttpString("Access-Control-Max-Age");

    @Autowired
    HttpGuard(AllowedSources allowed, Admission admission, GracefulDrain drain, BodyLimits limits, Refusals refusals,
            HttpProperties properties) {
        this(allowed, admission, drain, limits, refusals, new Budget(properties.maxRequestsPerCaller()));
    }

    /** Creates the guard of one endpoint. */
    public CamelUndertowHttpHandler of(HttpRules rules) {
        return new Endpoint(rules, false);
    }

    /** Creates the guard of an endpoint whose content anyone may read: it requires no right. */
    public CamelUndertowHttpHandler ofPublic(HttpRules rules) {
        return new Endpoint(rules, true);
    }

    /** There is one per endpoint, because camel-undertow sets the next handler on it. */
    private final class Endpoint implements CamelUndertowHttpHandler {

        private final HttpRules rules;
        private final boolean isPublic;
        private HttpHandler next;

        Endpoint(HttpRules rules, boolean isPublic) {
            this.rules = rules;
            this.isPublic = isPublic;
        }

        @Override
        public void setNext(HttpHandler next) {
            this.next = next;
        }

        @Override
        public void handleRequest(HttpServerExchange exchange) {
            try {
                if (!comesFromAllowedSource(exchange)) {
                    return;
                }
                drain.enter(exchange);
                if (admission.isQuick(AdmittedRequest.headers(exchange), right(exchange))) {
                    check(exchange);
                    exchange.dispatch(SameThreadExecutor.INSTANCE, () -> receive(exchange));
                } else {
                    exchange.dispatch(SameThreadExecutor.INSTANCE, () -> onWorker(exchange, () -> admit(exchange)));
                }
            } catch (HttpRefusal refusal) {
                refuse(exchange, refusal);
            }
        }

        /** Identifies the caller on a worker, because this may block. */
        private void admit(HttpServerExchange exchange) {
            try {
                check(exchange);
                exchange.getIoThread().execute(() -> receive(exchange));
            } catch (HttpRefusal refusal) {
                refuse(exchange, refusal);
            } catch (RejectedExecutionException serverStopped) {
                GuardedBinding.leave(exchange);
            } catch (Throwable e) {
                fail(exchange, e);
            }
        }

        private void receive(HttpServerExchange exchange) {
            if (exchange.isRequestComplete()) {
                begin(exchange);
            } else {
                new BodyReading(exchange, limits, limits.maxBody(rules), () -> begin(exchange), refusal -> refuse(exchange, refusal))
                        .start();
            }
        }

        /**
         * Runs the request on a worker unless the caller has reached its limit, so that one caller with slow tools leaves workers to
         * others.
         */
        private void begin(HttpServerExchange exchange) {
            String owner = Caller.share(AdmittedRequest.caller(exchange));
            try {
                requests.take(owner, 1);
            } catch (Budget.FullException full) {
                refuse(exchange, new HttpRefusal(429, Text.of("http.requests", requests.perOwner()), Map.of("Retry-After", "1")));
                return;
            }
            if (!onWorker(exchange, () -> serve(exchange, owner))) {
                requests.give(owner, 1);
            }
        }

        private void serve(HttpServerExchange exchange, String owner) {
            try {
                next.handleRequest(exchange);
            } catch (HttpRefusal refusal) {
                refuse(exchange, refusal);
            } catch (IOException e) {
                LOG.debug("Client disconnected before its request reached the route", e);
                GuardedBinding.leave(exchange);
            } catch (Throwable e) {
                fail(exchange, e);
            } finally {
                requests.give(owner, 1);
            }
        }

        /**
         * Runs a task on a worker, as soon as one is free. Returns false, and leaves the client, if the server has stopped.
         *
         * <p>Workers step back behind the JVM's compiler for hot code: dozens of them share few processors with it. The shipped {@code
         * jvm.options} make the operating system heed priorities; without them this changes nothing.
         */
        private boolean onWorker(HttpServerExchange exchange, Runnable task) {
            try {
                exchange.getConnection().getWorker().execute(() -> {
                    if (Thread.currentThread().getPriority() != Thread.MIN_PRIORITY) {
                        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
                    }
                    task.run();
                });
                return true;
            } catch (RejectedExecutionException serverStopped) {
                GuardedBinding.leave(exchange);
                return false;
            }
        }

        private void fail(HttpServerExchange exchange, Throwable e) {
            LOG.error("Request not answered because of an unexpected exception", e);
            refuse(exchange, HttpRefusal.internalError());
        }

        /** Checks Host and Origin; returns false if the request is already answered. */
        private boolean comesFromAllowedSource(HttpServerExchange exchange) throws HttpRefusal {
            HeaderMap headers = exchange.getRequestHeaders();
            if (!allowed.allowsHost(headers.getFirst(Headers.HOST))) {
                throw new HttpRefusal(403, STRANGE_HOST);
            }
            String origin = headers.getFirst(Headers.ORIGIN);
            if (origin != null) {
                if (!allowed.allowsOrigin(origin)) {
                    throw new HttpRefusal(403, "This Origin is not allowed. Add it to caravan.http.allowed-origins");
                }
                share(exchange, origin);
                if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
                    exchange.setStatusCode(204).endExchange();
                    return false;
                }
            }
            return true;
        }

        private void check(HttpServerExchange exchange) throws HttpRefusal {
            Right right = right(exchange);
            Caller caller = admission.identify(AdmittedRequest.of(exchange), right);
            if (caller != null) {
                AdmittedRequest.keep(exchange, caller);
                admission.permit(caller, right, exchange.getRequestPath());
            }
            rules.check(exchange);
            if (!exchange.isRequestComplete() && !takesBody(exchange)) {
                throw new HttpRefusal(400, exchange.getRequestMethod() + " must not have a body here");
            }
            if (exchange.getRequestContentLength() > limits.maxBody(rules)) {
                throw BodyLimits.tooLarge(limits.maxBody(rules));
            }
        }

        private Right right(HttpServerExchange exchange) {
            return isPublic ? Right.NONE : rules.right(exchange);
        }

        private boolean takesBody(HttpServerExchange exchange) {
            HttpString method = exchange.getRequestMethod();
            return right(exchange) != Right.NONE && !Methods.GET.equals(method) && !Methods.HEAD.equals(method);
        }

        private void share(HttpServerExchange exchange, String origin) {
            HeaderMap answer = exchange.getResponseHeaders();
            answer.put(ALLOW_ORIGIN, origin);
            answer.put(Headers.VARY, "Origin");
            answer.put(EXPOSE_HEADERS, "Mcp-Session-Id, WWW-Authenticate, Retry-After, ETag");
            if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
                answer.put(ALLOW_METHODS, rules.methods());
                answer.put(ALLOW_HEADERS, "Content-Type, Accept, Authorization, X-API-Key, MCP-Protocol-Version, Mcp-Session-Id, "
                        + "Last-Event-ID, Mcp-Method, Mcp-Name, Idempotency-Key, If-Match, traceparent, Accept-Language"
                        + argumentHeaders(exchange));
                answer.put(MAX_AGE, "3600");
            }
        }

        private void refuse(HttpServerExchange exchange, HttpRefusal refusal) {
            if (exchange.isResponseStarted()) {
                exchange.endExchange();
                return;
            }
            refusals.tell(caller(exchange), exchange.getRequestHeaders().getFirst("traceparent"),
                    what(exchange), refusal.outcome());
            exchange.setStatusCode(refusal.status());
            refusal.headers().forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
            UnreadRequest.answer(exchange, rules.body(refusal, AdmittedRequest.locale(exchange)));
        }
    }

    /** Returns the requested headers that mirror arguments, because tools choose the names of these headers. */
    private static String argumentHeaders(HttpServerExchange exchange) {
        String asked = exchange.getRequestHeaders().getFirst(REQUEST_HEADERS);
        return asked == null ? ""
                : Arrays.stream(asked.split(",")).map(String::strip).filter(name -> ARGUMENT_HEADER.matcher(name).matches())
                .map(name -> ", " + name).collect(Collectors.joining());
    }

    /** Returns the name of the caller, or else the address. */
    private static String caller(HttpServerExchange exchange) {
        Caller known = AdmittedRequest.caller(exchange);
        if (known != null && known.name() != null) {
            return known.name();
        }
        return AdmittedRequest.address(exchange);
    }

    /**
     * Answers paths without a route with 404. The refusal names only the first part of the path, because the rest may contain an instance's
     * key.
     */
    static HttpHandler nowhere(Refusals refusals) {
        return exchange -> {
            String path = exchange.getRequestPath();
            int second = path.indexOf('/', 1);
            refusals.tell(AdmittedRequest.address(exchange), exchange.getRequestHeaders().getFirst("traceparent"),
                    exchange.getRequestMethod() + " " + (second < 0 ? path : path.substring(0, second) + "/…"), "HTTP_404");
            new NotFoundHandler().handleRequest(exchange);
            exchange.endExchange();
        };
    }

    /** Returns the method and the path template, because the path itself may contain an instance's key. */
    static String what(HttpServerExchange exchange) {
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        return exchange.getRequestMethod() + " " + (match == null ? exchange.getRequestPath() : match.getMatchedTemplate());
    }
}
