package dev.caravan.envelope;

import java.util.Locale;
import java.util.Map;

/**
 * Fails a step of a tool with a code, a message that tells the caller what to do, and details.
 *
 * <p>In YAML throw a subclass. Each has one code and takes the message only:
 * {@code throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: "…"}}.
 */
public class ToolException extends Exception {

    private final ErrorCode code;
    private final transient Text text;
    private final transient Map<String, ?> detail;

    /** @param detail more for the caller as JSON values, possibly empty */
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
