package dev.caravan.routes;

/** Carries a {@link RouteProblem} to its recorder. */
class RouteProblemException extends Exception {

    private final transient RouteProblem problem;

    RouteProblemException(RouteProblem problem) {
        this(problem, null);
    }

    RouteProblemException(RouteProblem problem, Throwable cause) {
        super(problem.toString(), cause);
        this.problem = problem;
    }

    RouteProblem problem() {
        return problem;
    }
}
