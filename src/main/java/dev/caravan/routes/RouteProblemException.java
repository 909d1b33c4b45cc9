package dev.caravan.routes;

/** Carries a {@link RouteProblem} to its recorder. */
class RouteProblemException extends Exception {

    private final transient RouteProblem problem;

    RouteProblemException(RouteProblem problem) {
        super(problem.toString());
        this.problem = problem;
    }

    RouteProblem problem() {
        return problem;
    }
}
