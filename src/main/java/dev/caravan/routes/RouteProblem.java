package dev.caravan.routes;

/**
 * Tells the operator why a file can't be used: one sentence, with file, line and column.
 *
 * @param line   from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 */
public record RouteProblem(String file, int line, int column, String message) {

    /** Returns {@code file:line:column: message}. */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": " + message;
    }

    /** Carries a {@link RouteProblem} to its recorder. */
    static class Refused extends Exception {

        private final transient RouteProblem problem;
        private final transient RouteFile.Item item;

        Refused(RouteProblem problem) {
            this(problem, null, null);
        }

        /** @param item entry of the file that can't be used; null if unknown */
        Refused(RouteProblem problem, RouteFile.Item item, Throwable cause) {
            super(problem.toString(), cause);
            this.problem = problem;
            this.item = item;
        }

        RouteProblem problem() {
            return problem;
        }

        RouteFile.Item item() {
            return item;
        }
    }
}
