package dev.caravan.mcp.http;

import dev.caravan.mcp.McpException;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before a JSON-RPC route: settles every HTTP-level refusal before the route sees the request, and answers what the
 * route let escape. Checks in the order of the specification: Host and Origin (403), method (405), content type (415),
 * size (413), Accept (406). Every refusal has a JSON-RPC error as body, without {@code id}.
 *
 * <p>One instance an endpoint, since camel-undertow sets the next handler on it.
 */
class HttpGuard implements CamelUndertowHttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(HttpGuard.class);

    private static final HttpString ALLOW_ORIGIN = new HttpString("Access-Control-Allow-Origin");
    private static final HttpString ALLOW_HEADERS = new HttpString("Access-Control-Allow-Headers");
    private static final HttpString ALLOW_METHODS = new HttpString("Access-Control-Allow-Methods");
    private static final HttpString EXPOSE_HEADERS = new HttpString("Access-Control-Expose-Headers");
    private static final HttpString MAX_AGE = new HttpString("Access-Control-Max-Age");

    private final AllowedSources allowed;
    private final long maxBody;
    private final Executor workers;
    private HttpHandler next;

    /** @param workers runs the requests; null: undertow's own worker threads */
    HttpGuard(AllowedSources allowed, long maxBody, Executor workers) {
        this.allowed = allowed;
        this.maxBody = maxBody;
        this.workers = workers;
    }

    @Override
    public void setNext(HttpHandler next) {
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        if (!passes(exchange)) {
            return;
        }
        if (workers == null) {
            exchange.dispatch(() -> serve(exchange));
        } else {
            exchange.dispatch(workers, () -> serve(exchange));
        }
    }

    private void serve(HttpServerExchange exchange) {
        try {
            next.handleRequest(exchange);
        } catch (RequestTooBigException e) {
            exchange.setPersistent(false);
            refuse(exchange, 413, tooLarge());
        } catch (IOException e) {
            LOG.debug("The client left before its request was read", e);
            exchange.endExchange();
        } catch (Exception e) {
            LOG.error("A request could not be answered", e);
            refuse(exchange, 500, McpException.internalError());
        }
    }

    private boolean passes(HttpServerExchange exchange) {
        HeaderMap headers = exchange.getRequestHeaders();
        if (!allowed.allowsHost(headers.getFirst(Headers.HOST))) {
            return refuse(exchange, 403, McpException.invalidRequest("This Host is not allowed"));
        }
        String origin = headers.getFirst(Headers.ORIGIN);
        if (origin != null) {
            if (!allowed.allowsOrigin(origin)) {
                return refuse(exchange, 403, McpException.invalidRequest("This Origin is not allowed"));
            }
            share(exchange, origin);
            if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
                exchange.setStatusCode(204).endExchange();
                return false;
            }
        }
        if (!Methods.POST.equals(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().put(Headers.ALLOW, "POST");
            return refuse(exchange, 405, McpException.invalidRequest("Use POST"));
        }
        if (!MediaTypes.isJson(headers.getFirst(Headers.CONTENT_TYPE))) {
            return refuse(exchange, 415, McpException.invalidRequest("Content-Type must be application/json"));
        }
        if (exchange.getRequestContentLength() > maxBody) {
            return refuse(exchange, 413, tooLarge());
        }
        if (!MediaTypes.acceptsJson(headers.get(Headers.ACCEPT))) {
            return refuse(exchange, 406, McpException.invalidRequest("Accept must take application/json"));
        }
        return true;
    }

    private McpException tooLarge() {
        return McpException.invalidRequest("The body is larger than " + maxBody + " bytes");
    }

    private static void share(HttpServerExchange exchange, String origin) {
        HeaderMap answer = exchange.getResponseHeaders();
        answer.put(ALLOW_ORIGIN, origin);
        answer.put(Headers.VARY, "Origin");
        answer.put(EXPOSE_HEADERS, "Mcp-Session-Id, WWW-Authenticate");
        if (Methods.OPTIONS.equals(exchange.getRequestMethod())) {
            answer.put(ALLOW_METHODS, "POST");
            answer.put(ALLOW_HEADERS, "Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Session-Id, "
                    + "Last-Event-ID, Mcp-Method, Mcp-Name, traceparent, Accept-Language");
            answer.put(MAX_AGE, "3600");
        }
    }

    private static boolean refuse(HttpServerExchange exchange, int status, McpException error) {
        if (exchange.isResponseStarted()) {
            exchange.endExchange();
            return false;
        }
        exchange.setStatusCode(status);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(ErrorBody.of(error));
        return false;
    }
}
