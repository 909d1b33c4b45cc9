package dev.caravan.source;

/** Says why an edit can't be made: one sentence, with the line if it is known. */
public final class SourceProblemException extends Exception {

    private static final long serialVersionUID = 1;

    public SourceProblemException(String message) {
        super(message, null, false, false);
    }

    /** @param line from 1; 0 if it is unknown */
    public static SourceProblemException at(int line, int column, String reason) {
        return new SourceProblemException("settings" + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": " + reason);
    }
}
