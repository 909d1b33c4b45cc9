package dev.caravan.routes;

import java.util.concurrent.Callable;

/**
 * A request that walks some steps of the routes, and that can be sent again and again.
 *
 * @param name    for the report
 * @param prepare makes what the request needs, and returns the request; the request returns its answer, the status first
 */
public record Scenario(String name, Callable<Callable<String>> prepare) {

    /** A request that needs nothing made before it. */
    public static Scenario of(String name, Callable<String> request) {
        return new Scenario(name, () -> request);
    }

    /** What is alike in two answers that say the same: status, and whether and how it failed. */
    static String kind(String answer) {
        return answer.substring(0, Math.min(3, answer.length())) + (answer.contains("\"isError\":true") ? " failed" : "")
                + (answer.contains("\"error\":{\"code\":-") ? " error" : "");
    }
}
