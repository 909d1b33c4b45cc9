package dev.caravan.routes;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.camel.util.URISupport;

/** Shows which routes files serve and which can't be used. Passwords in addresses are removed from messages. */
public final class RoutesState {

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

    private final RouteReloader reloader;

    RoutesState(RouteReloader reloader) {
        this.reloader = reloader;
    }

    /** Returns the files that serve, ordered by name. */
    public List<ServedFile> served() {
        return reloader.served().entrySet().stream().map(file -> new ServedFile(file.getKey(), file.getValue())).toList();
    }

    /** Returns the files that can't be used, ordered by name. */
    public List<BrokenFile> broken() {
        Map<String, List<String>> served = reloader.served();
        return reloader.broken().entrySet().stream().map(file -> broken(file.getKey(), file.getValue(), served.containsKey(file.getKey()))).toList();
    }

    private static BrokenFile broken(String file, RouteReloader.Broken broken, boolean serving) {
        RouteProblem problem = broken.problem();
        return new BrokenFile(file, problem.line(), problem.column(), URISupport.sanitizeUri(problem.message()), broken.since(), serving);
    }
}
