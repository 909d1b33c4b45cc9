package dev.caravan.http;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before a route: settles every HTTP-level refusal before the route sees the request, and answers what the route let
 * escape. Checks Host and Origin (403), who calls ({@link Admission}), then what its {@link HttpRules} say, then the size (413).
 *
 * <p>One instance an endpoint, since camel-undertow sets the next handler on it.
 */
public class HttpGuard implements CamelUndertowHttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(HttpGuard.class);

    private static final HttpString ALLOW_ORIGIN = new HttpString("Access-Control-Allow-Origin");
    private static final HttpString ALLOW_HEADERS = new HttpString("Access-Control-Allow-Headers");
    private static final HttpString ALLOW_METHODS = new HttpString("Access-Control-Allow-Methods");
    private static final HttpString EXPOSE_HEADERS = new HttpString("Access-Control-Expose-Headers");
    private static final HttpString REQUEST_HEADERS = new HttpString("Access-Control-Request-Headers");
    private static final Pattern ARGUMENT_HEADER = Pattern.compile("(?i)Mcp-Param-[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final HttpString MAX_AGE = new HttpString("Access-Control-Max-Age");

    private final AllowedSources allowed;
    private final Admission admission;
    private final Entrance entrance;
    private final HttpRules rules;
    private final long maxBody;
    private final Executor workers;
    private HttpHandler next;

    /** @param workers runs the requests; null: undertow's own worker threads */
    HttpGuard(AllowedSources allowed, Admission admission, Entrance entrance, HttpRules rules, long maxBody, Executor workers) {
        this.allowed = allowed;
        this.admission = admission;
        this.entrance = entrance;
        this.rules = rules;
        this.maxBody = maxBody;
        this.workers = workers;
    }

    @Override
    public void setNext(HttpHandler next) {
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        boolean quick;
        try {
            if (!comesFromAllowedSource(exchange)) {
                return;
            }
            entrance.enter(exchange);
            quick = admission.isQuick(exchange, rules.right(exchange));
            if (quick) {
                check(exchange);
            }
        } catch (HttpRefusal refusal) {
            refuse(exchange, refusal);
            return;
        }
        if (workers == null) {
            exchange.dispatch(() -> serve(exchange, quick));
        } else {
            exchange.dispatch(workers, () -> serve(exchange, quick));
        }
    }

    private void serve(HttpServerExchange exchange, boolean checked) {
        try {
            if (!checked) {
                check(exchange);
            }
            next.handleRequest(exchange);
        } catch (HttpRefusal refusal) {
            refuse(exchange, refusal);
        } catch (RequestTooBigException e) {
            exchange.setPersistent(false);
            refuse(exchange, tooLarge());
        } catch (IOException e) {
            LOG.debug("The client left, or stopped sending, before its request was read", e);
            GuardedBinding.leave(exchange);
        } catch (Exception e) {
            LOG.error("A request could not be answered", e);
            refuse(exchange, HttpRefusal.internalError());
        }
    }

    /** False: already answered. */
    private boolean comesFromAllowedSource(HttpServerExchange exchange) throws HttpRefusal {
        HeaderMap headers = exchange.getRequestHeaders();
        if (!allowed.allowsHost(headers.getFirst(Headers.HOST))) {
            throw new HttpRefusal(403, "This Host is not allowed");
        }
        String origin = headers.getFirst(Headers.ORIGIN);
        if (origin != null) {
            if (!allowed.allowsOrigin(origin)) {
                throw new HttpRefusal(403, "This Origin is not allowed");
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
        admission.admit(exchange, rules.right(exchange));
        rules.check(exchange);
        if (exchange.getRequestContentLength() > maxBody) {
            throw tooLarge();
        }
    }

    private HttpRefusal tooLarge() {
        return new HttpRefusal(413, "The body is larger than " + maxBody + " bytes");
    }

    private void share(HttpServerExchange exchange, String origin) {
        HeaderMap answer = exchange.getResponseHeaders();
        answer.put(ALLOW_ORIGIN, origin);
        answer.put(Headers.VARY, "Origin");
        answer.put(EXPOSE_HEADERS, "Mcp-Session-Id, WWW-Authenticate, Retry-After");
        if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
            answer.put(ALLOW_METHODS, rules.methods());
            answer.put(ALLOW_HEADERS, "Content-Type, Accept, Authorization, X-API-Key, MCP-Protocol-Version, Mcp-Session-Id, "
                    + "Last-Event-ID, Mcp-Method, Mcp-Name, traceparent, Accept-Language" + argumentHeaders(exchange));
            answer.put(MAX_AGE, "3600");
        }
    }

    /** Those that repeat arguments are asked for by their names, which tools choose. */
    private static String argumentHeaders(HttpServerExchange exchange) {
        String asked = exchange.getRequestHeaders().getFirst(REQUEST_HEADERS);
        return asked == null ? "" : Arrays.stream(asked.split(",")).map(String::strip).filter(name -> ARGUMENT_HEADER.matcher(name).matches())
                .map(name -> ", " + name).collect(Collectors.joining());
    }

    private void refuse(HttpServerExchange exchange, HttpRefusal refusal) {
        if (exchange.isResponseStarted()) {
            exchange.endExchange();
            return;
        }
        exchange.setStatusCode(refusal.status());
        refusal.headers().forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(rules.body(refusal));
    }
}
