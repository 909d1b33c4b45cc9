package dev.caravan.page;

import dev.caravan.mcp.ToolRights;
import dev.caravan.observe.Families;
import dev.caravan.routes.RoutesState;
import dev.caravan.source.mcp.ConnectedServers;
import dev.caravan.source.mcp.UpstreamServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Reads the state of this gateway without asking other systems: routes, rejected files, circuit breakers and upstream servers. Callers who
 * may not use every tool see no routes.
 */
@Component("gatewayState")
public record GatewayState(RoutesState routes, ObjectProvider<CircuitBreaker> breakers, ConnectedServers upstream,
        Families families) {

    /**
     * @param routes   number of routes
     * @param files    files of the routes; null for a caller who may not see all
     * @param broken   rejected files; null for such a caller
     * @param breakers circuit breakers by name; null for such a caller
     * @param upstream upstream servers by name; null for such a caller
     * @param families families of tools, and what switches each on; null for such a caller
     */
    public record State(Instant time, int routes, List<RoutesState.ServedFile> files, List<RoutesState.BrokenFile> broken,
            List<Breaker> breakers,
                        Collection<UpstreamServer.Status> upstream, List<Families.State> families) {
    }

    /**
     * A circuit breaker of this gateway.
     *
     * @param state        closed, open, half_open…
     * @param failureRate  in percent; null before enough calls
     * @param calls        latest calls that it counts
     * @param failed       failed calls among them
     * @param notPermitted calls that it has blocked
     */
    public record Breaker(String name, String state, Float failureRate, int calls, int failed, long notPermitted) {

        static Breaker of(CircuitBreaker breaker) {
            CircuitBreaker.Metrics metrics = breaker.getMetrics();
            float rate = metrics.getFailureRate();
            return new Breaker(breaker.getName(), breaker.getState().name().toLowerCase(java.util.Locale.ROOT), rate < 0 ? null : rate,
                    metrics.getNumberOfBufferedCalls(), metrics.getNumberOfFailedCalls(), metrics.getNumberOfNotPermittedCalls());
        }
    }

    /** Sets the current state as body. */
    public void now(Exchange exchange) {
        boolean all = ToolRights.of(exchange).seeAll();
        List<RoutesState.ServedFile> served = routes.served();
        exchange.getMessage()
                .setBody(new State(Instant.now(), served.stream().mapToInt(file -> file.routes().size()).sum(), all ? served : null,
                        all ? routes.broken() : null,
                        all ? breakers.stream().map(Breaker::of).sorted(Comparator.comparing(Breaker::name)).toList() : null,
                all ? upstream.statuses().values() : null, all ? families.states() : null));
    }
}
