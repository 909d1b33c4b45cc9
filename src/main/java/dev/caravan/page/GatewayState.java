package dev.caravan.page;

import dev.caravan.mcp.ToolRights;
import dev.caravan.observe.Families;
import dev.caravan.routes.RoutesState;
import dev.caravan.source.SourceFolder;
import dev.caravan.source.mcp.ConnectedServers;
import dev.caravan.source.mcp.UpstreamServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reads the state of this gateway without asking other systems: routes, files with mistakes, circuit breakers and upstream servers. Callers
 * who may not use every tool see no routes.
 */
@Component("gatewayState")
public record GatewayState(RoutesState routes, ObjectProvider<CircuitBreaker> breakers, ConnectedServers upstream,
        Families families, Map<String, HealthIndicator> parts, List<SourceFolder<?, ?>> sources) {

    private static final List<String> PARTS_WITH_FILES = List.of("access", "localRecall");

    /**
     * @param routes   number of routes
     * @param files    files of the routes; null for a caller who may not see all
     * @param broken   rejected files of routes; null for such a caller
     * @param mistakes in files of keys, toolsets and sources; null for such a caller
     * @param breakers circuit breakers by name; null for such a caller
     * @param upstream upstream servers by name; null for such a caller
     * @param families families of tools, and what switches each on; null for such a caller
     */
    public record State(Instant time, int routes, List<RoutesState.ServedFile> files, List<RoutesState.BrokenFile> broken,
            List<Mistake> mistakes, List<Breaker> breakers, Collection<UpstreamServer.Status> upstream, List<Families.State> families) {
    }

    /**
     * A mistake in a file, which leaves the other files and entries as they are.
     *
     * @param part    component of health that tells it, or kind of the source
     * @param name    of the toolset, key or source; empty if the problem names the file
     * @param problem a sentence
     */
    public record Mistake(String part, String name, String problem) {

        private static Stream<Mistake> of(String part, Map<String, Object> details) {
            return Stream.of(each(part, details.get("refused"), "refused: %s"), each(part, details.get("selectsNothing"), "%s"),
                    each(part, details.get("keysWithoutToolset"), "the toolset %s does not exist")).flatMap(Function.identity());
        }

        /** @param problems {name: problem or list of problems}, or a list of problems; null for none */
        private static Stream<Mistake> each(String part, Object problems, String told) {
            Map<?, ?> named = problems instanceof Map<?, ?> map ? map : problems == null ? Map.of() : Map.of("", problems);
            return named.entrySet().stream().flatMap(entry -> (entry.getValue() instanceof Collection<?> all ? all
                    : List.of(entry.getValue())).stream().map(each -> new Mistake(part, entry.getKey().toString(), told.formatted(each))));
        }
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
                        all ? routes.broken() : null, all ? mistakes() : null,
                        all ? breakers.stream().map(Breaker::of).sorted(Comparator.comparing(Breaker::name)).toList() : null,
                all ? upstream.statuses().values() : null, all ? families.states() : null));
    }

    private List<Mistake> mistakes() {
        return Stream.concat(PARTS_WITH_FILES.stream().filter(part -> parts.containsKey(part + "HealthIndicator"))
                .flatMap(part -> Mistake.of(part, parts.get(part + "HealthIndicator").health().getDetails())),
                sources.stream().flatMap(kind -> Mistake.each(kind.kind(), kind.refused(), "refused: %s"))).toList();
    }
}
