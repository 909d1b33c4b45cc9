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
}
