package dev.caravan.http;

import dev.caravan.audit.Refusals;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Checks the Host header on the operations port, against DNS rebinding. */
@Component
class OperationsGuard extends HttpFilter {

    private final transient AllowedSources allowed;
    private final transient Refusals refusals;

    OperationsGuard(AllowedSources allowed, Refusals refusals) {
        this.allowed = allowed;
        this.refusals = refusals;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws IOException, ServletException {
        if (allowed.allowsOperations(request.getHeader("Host"))) {
            chain.doFilter(request, response);
        } else {
            refusals.tell("/" + request.getRemoteAddr(), request.getHeader("traceparent"), request.getMethod() + " operations", "HTTP_403");
            response.sendError(403, HttpGuard.STRANGE_HOST);
        }
    }
}
