package dev.caravan.http;

import dev.caravan.observe.Refusals;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.ServerConnection;
import io.undertow.server.handlers.RequestBufferingHandler;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.web.servlet.error.ErrorViewResolver;
import org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.view.json.MappingJackson2JsonView;
import org.xnio.IoUtils;

/**
 * Stands before the operations port, on the I/O thread. Checks the Host header, against DNS rebinding. Keeps workers free for probes: a
 * body is read before a worker gets the request, and an address that opens too many connections, or runs too many requests, loses its
 * oldest.
 */
@Component
class OperationsGuard implements WebServerFactoryCustomizer<UndertowServletWebServerFactory>, WebMvcConfigurer {

    /** More than browsers and scrapers open. */
    private static final int MOST_CONNECTIONS = 100;
    /** As many as a browser opens, and fewer than there are workers. */
    private static final int MOST_RUNNING = 6;
    private static final int BODY_LIMIT_S = 10;
    /** Of 16 KB. A longer body is read by a worker, in what is left of the time. */
    private static final int BUFFERS = 128;

    private final AllowedSources allowed;
    private final Refusals refusals;
    private final Newest connections = new Newest(MOST_CONNECTIONS);
    private final Newest running = new Newest(MOST_RUNNING);

    OperationsGuard(AllowedSources allowed, Refusals refusals) {
        this.allowed = allowed;
        this.refusals = refusals;
    }

    /** Shows errors to browsers as to others, as JSON. */
    @Bean
    static ErrorViewResolver errorsAsJson() {
        return (request, status, error) -> new ModelAndView(new MappingJackson2JsonView(), error);
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/", "/actuator");
    }

    @Override
    public void customize(UndertowServletWebServerFactory factory) {
        factory.addDeploymentInfoCustomizers(deployment ->
                deployment.addInitialHandlerChainWrapper(next -> exchange -> guard(exchange, next)));
    }

    private void guard(HttpServerExchange exchange, HttpHandler next) throws Exception {
        ServerConnection connection = exchange.getConnection();
        if (connections.add(connection)) {
            connection.addCloseListener(connections::remove);
        }
        if (!allowed.allowsOperations(exchange.getRequestHeaders().getFirst(Headers.HOST))) {
            refuse(exchange, 403, HttpGuard.STRANGE_HOST);
        } else if (exchange.isRequestComplete()) {
            run(exchange, next);
        } else if (!Methods.POST.equals(exchange.getRequestMethod()) || exchange.getRequestContentLength() < 0
                || !isJson(exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE))) {
            refuse(exchange, 400, "A body must be JSON with Content-Length, and only POST has one");
        } else {
            exchange.getIoThread().executeAfter(() -> {
                if (!exchange.isRequestComplete()) {
                    IoUtils.safeClose(connection);
                }
            }, BODY_LIMIT_S, TimeUnit.SECONDS);
            new RequestBufferingHandler(read -> run(read, next), BUFFERS).handleRequest(exchange);
        }
    }

    private void run(HttpServerExchange exchange, HttpHandler next) throws Exception {
        running.add(exchange.getConnection());
        exchange.addExchangeCompleteListener((ended, others) -> {
            running.remove(ended.getConnection());
            others.proceed();
        });
        next.handleRequest(exchange);
    }

    private static boolean isJson(String type) {
        return type != null && type.matches("(?i)(text|application)/(json|[a-z0-9.+-]*\\+json)\\s*(;.*)?");
    }

    private void refuse(HttpServerExchange exchange, int status, String reason) {
        refusals.tell(AdmittedRequest.address(exchange), exchange.getRequestHeaders().getFirst("traceparent"),
                exchange.getRequestMethod() + " operations", "HTTP_" + status);
        exchange.setStatusCode(status);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        UnreadRequest.answer(exchange, reason);
    }

    /** The newest connections of each address. A further one takes the place of the oldest, which is closed: a probe is always served. */
    private static final class Newest {

        private final int most;
        private final Map<Object, Set<ServerConnection>> byAddress = new ConcurrentHashMap<>();

        Newest(int most) {
            this.most = most;
        }

        /** Returns whether the connection is new. */
        boolean add(ServerConnection connection) {
            ServerConnection[] oldest = new ServerConnection[1];
            boolean[] added = new boolean[1];
            byAddress.compute(address(connection), (same, known) -> {
                Set<ServerConnection> all = known == null ? new LinkedHashSet<>() : known;
                added[0] = all.add(connection);
                if (all.size() > most) {
                    oldest[0] = all.iterator().next();
                    all.remove(oldest[0]);
                }
                return all;
            });
            IoUtils.safeClose(oldest[0]);
            return added[0];
        }

        void remove(ServerConnection connection) {
            byAddress.computeIfPresent(address(connection), (same, all) -> all.remove(connection) && all.isEmpty() ? null : all);
        }

        private static Object address(ServerConnection connection) {
            return connection.getPeerAddress() instanceof java.net.InetSocketAddress peer && peer.getAddress() != null
                    ? peer.getAddress() : "";
        }
    }
}
