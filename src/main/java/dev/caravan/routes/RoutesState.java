package dev.caravan.routes;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.util.URISupport;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/** Shows which routes files serve and which can't be used. Passwords in addresses are removed from messages. */
@Component("routesState")
public record RoutesState(RouteReloader reloader) {

    /**
     * A file with its running routes.
     *
     * @param routes ids of the routes
     */
    public record ServedFile(String file, List<String> routes) {
    }

    /**
     * A file that can't be used.
     *
     * @param line    from 1; 0 if unknown
     * @param column  from 1; 0 if unknown
     * @param since   time when the file was refused
     * @param serving whether its last good version serves
     */
    public record BrokenFile(String file, int line, int column, String message, Instant since, boolean serving) {
    }

    /** Returns the files that serve, ordered by name. */
    public List<ServedFile> served() {
        return reloader.served().entrySet().stream().map(file -> new ServedFile(file.getKey(), file.getValue())).toList();
    }

    /** Returns the files that can't be used, ordered by name. */
    public List<BrokenFile> broken() {
        Map<String, List<String>> served = reloader.served();
        return reloader.broken().entrySet().stream().map(file -> broken(file.getKey(), file.getValue(), served.containsKey(file.getKey())))
                .toList();
    }

    private static BrokenFile broken(String file, RouteReloader.Broken broken, boolean serving) {
        RouteProblem problem = broken.problem();
        return new BrokenFile(file, problem.line(), problem.column(), URISupport.sanitizeUri(problem.message()), broken.since(), serving);
    }

    /**
     * Reports UP, or DEGRADED with the problem of each file that can't be used. Never reports DOWN, because the last good routes continue
     * to serve.
     */
    @Component("routesHealthIndicator")
    record RoutesHealth(RouteReloader reloader) implements HealthIndicator {

        static final Status DEGRADED = new Status("DEGRADED", "A routes file can't be used; its last good version serves");
        static final Status MISSING = new Status("DEGRADED", "A routes file can't be used, and has no good version that could serve");

        @Override
        public Health health() {
            Map<String, RouteReloader.Broken> broken = reloader.broken();
            Map<String, List<String>> served = reloader.served();
            Health.Builder health = broken.isEmpty() ? Health.up()
                    : Health.status(served.keySet().containsAll(broken.keySet()) ? DEGRADED : MISSING);
            health.withDetail("routes", served.values().stream().mapToInt(List::size).sum());
            if (!broken.isEmpty()) {
                Map<String, Object> files = new LinkedHashMap<>();
                broken.forEach((name, file) -> files.put(name,
                        Map.of("problem", file.problem().toString(), "since", file.since().toString())));
                health.withDetail("broken", files);
            }
            return health.build();
        }
    }

    /**
     * The event that the routes directory has been loaded at start.
     *
     * @param routes number of running routes
     * @param broken number of files that can't be used
     */
    public record Loaded(int routes, int broken) {
    }
}
