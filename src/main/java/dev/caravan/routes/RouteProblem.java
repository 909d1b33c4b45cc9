package dev.caravan.routes;

/**
 * Why a file can't be used, for the operator: one sentence, and where.
 *
 * @param line   from 1; 0 if it can't be told
 * @param column from 1; 0 if it can't be told
 */
public record RouteProblem(String file, int line, int column, String message) {

    /** {@code file:line:column: message} */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": " + message;
    }
}
