package dev.caravan.source.kamelet;

import dev.caravan.routes.RouteProblem;

/** Says why a file in {@code config/kamelets} can't be used: one sentence, with file and line. */
final class KameletProblemException extends Exception {

    private final transient RouteProblem problem;

    KameletProblemException(String file, int line, String message) {
        super(message);
        this.problem = new RouteProblem(file, line, 0, message);
    }

    RouteProblem problem() {
        return problem;
    }
}
