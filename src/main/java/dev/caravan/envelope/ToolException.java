package dev.caravan.envelope;

import java.util.Locale;
import java.util.Map;

/**
 * How a step of a tool fails: a code, a message that tells the caller what to do next, and details.
 *
 * <p>In YAML throw one of the subclasses, which have a code each and take the message alone:
 * {@code throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: "…"}}.
 */
public class ToolException extends Exception {

    private final ErrorCode code;
    private final transient Text text;
    private final transient Map<String, ?> detail;

    /** @param detail more for the caller, as JSON values; empty if there is no more to say */
    public ToolException(ErrorCode code, Text text, Map<String, ?> detail) {
        super(text.in(Locale.ENGLISH));
        this.code = code;
        this.text = text;
        this.detail = detail;
    }

    public ToolException(ErrorCode code, Text text) {
        this(code, text, Map.of());
    }

    public ErrorCode code() {
        return code;
    }

    public Text text() {
        return text;
    }

    public Map<String, ?> detail() {
        return detail;
    }
}
