package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reports why an OpenAPI document or its settings can't be used. The message is {@code FILE:LINE:COLUMN: REASON}, as far as the place is
 * known.
 */
final class ApiProblemException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param file null if the message names the file itself */
    ApiProblemException(Object file, int line, int column, String reason) {
        super((file == null ? "" : file + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": ")
                + reason.lines().findFirst().orElse("").strip(), null, false, false);
    }

    /** Says in one line why a file is no YAML or JSON. */
    static ApiProblemException of(Object file, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return new ApiProblemException(file, at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr(), reason(e));
    }

    private static String reason(JsonProcessingException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked && marked.getProblem() != null) {
                return marked.getProblem();
            }
        }
        return e.getOriginalMessage();
    }
}
