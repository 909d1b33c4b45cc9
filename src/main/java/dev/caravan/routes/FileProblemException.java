package dev.caravan.routes;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Says why a file, or an edit of it, can't be used: one sentence, after {@code FILE:LINE:COLUMN: } as far as the place is known. */
public final class FileProblemException extends Exception {

    private static final long serialVersionUID = 1;

    public FileProblemException(String message) {
        super(message, null, false, false);
    }

    /**
     * @param line   from 1; 0 if it is unknown
     * @param column from 1; 0 if it is unknown
     */
    public FileProblemException(Object file, int line, int column, String reason) {
        this(new RouteProblem(file.toString(), line, column, reason.lines().findFirst().orElse("").strip()).toString());
    }

    /** Says why a file is no YAML. */
    public static FileProblemException of(Object file, YAMLException e) {
        if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return new FileProblemException(file, marked.getProblemMark().getLine() + 1, marked.getProblemMark().getColumn() + 1,
                    String.valueOf(marked.getProblem()));
        }
        return new FileProblemException(file, 0, 0, String.valueOf(e.getMessage()));
    }

    /** Says why a file is no YAML or JSON. */
    public static FileProblemException of(Object file, JsonProcessingException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked) {
                return of(file, marked);
            }
        }
        JsonLocation at = e.getLocation();
        return new FileProblemException(file, at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr(), e.getOriginalMessage());
    }
}
