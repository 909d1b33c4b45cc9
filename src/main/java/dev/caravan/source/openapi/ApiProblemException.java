package dev.caravan.source.openapi;

/** Reports why an OpenAPI document or its settings can't be used. The message is {@code FILE:LINE:COLUMN: REASON}, as far as the place is known. */
final class ApiProblemException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param file null if the message names the file itself */
    ApiProblemException(Object file, int line, int column, String reason) {
        super((file == null ? "" : file + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": ") + reason.lines().findFirst().orElse("").strip(), null, false, false);
    }
}
