package dev.caravan.routes;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.camel.util.URISupport;

/** What serves, and what can't be used, for those who show it. Passwords that stand in addresses are taken out of messages. */
public final class RoutesState {

    /** A file of which this serves. @param routes their ids */
    public record ServedFile(String file, List<String> routes) {
    }

    /**
     * A file that can't be used.
     *
     * @param line    from 1; 0 if it can't be told
     * @param column  likewise
     * @param since   when it was refused
     * @param serving whether its last good version goes on
     */
    public record BrokenFile(String file, int line, int column, String message, Instant since, boolean serving) {
    }

    private final RouteReloader reloader;

    RoutesState(RouteReloader reloader) {
        this.reloader = reloader;
    }

    /** By name. */
    public List<ServedFile> served() {
        return reloader.served().entrySet().stream().map(file -> new ServedFile(file.getKey(), file.getValue())).toList();
    }

    /** By name. */
    public List<BrokenFile> broken() {
        Map<String, List<String>> served = reloader.served();
        return reloader.broken().entrySet().stream().map(file -> broken(file.getKey(), file.getValue(), served.containsKey(file.getKey()))).toList();
    }

    private static BrokenFile broken(String file, RouteReloader.Broken broken, boolean serving) {
        RouteProblem problem = broken.problem();
        return new BrokenFile(file, problem.line(), problem.column(), URISupport.sanitizeUri(problem.message()), broken.since(), serving);
    }
}
