package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says in one line why a file is no YAML or JSON. */
final class ParseProblem {

    private ParseProblem() {
    }

    static ApiProblemException of(Object file, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return new ApiProblemException(file, at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr(), reason(e));
    }

    static String reason(JsonProcessingException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked && marked.getProblem() != null) {
                return marked.getProblem();
            }
        }
        return e.getOriginalMessage();
    }
}
