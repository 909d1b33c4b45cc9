package dev.caravan.routes;

/** Carries a {@link RouteProblem} to its recorder. */
class RouteProblemException extends Exception {

    private final transient RouteProblem problem;
    private final transient RouteItem item;

    RouteProblemException(RouteProblem problem) {
        this(problem, null, null);
    }

    /** @param item entry of the file that can't be used; null if unknown */
    RouteProblemException(RouteProblem problem, RouteItem item, Throwable cause) {
        super(problem.toString(), cause);
        this.problem = problem;
        this.item = item;
    }

    RouteProblem problem() {
        return problem;
    }

    RouteItem item() {
        return item;
    }
}
