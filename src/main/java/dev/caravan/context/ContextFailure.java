package dev.caravan.context;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.Pointer;

/** Why a context can't be read or changed as the caller asks. */
public final class ContextFailure extends ToolException {

    /** What is wrong, with the code of tools' results. */
    public enum Kind {
        /** The request itself can't be understood. */
        MALFORMED(ErrorCode.INVALID_ARGUMENT),
        /** One of its fields is wrong. */
        FIELD(ErrorCode.INVALID_ARGUMENT),
        /** What it names isn't there. */
        MISSING(ErrorCode.NOT_FOUND),
        /** What it would make is there already. */
        EXISTS(ErrorCode.INVALID_ARGUMENT),
        /** The owner would have more than a user may have. */
        QUOTA(ErrorCode.FORBIDDEN);

        private final ErrorCode code;

        Kind(ErrorCode code) {
            this.code = code;
        }
    }

    private final Kind kind;

    private ContextFailure(Kind kind, Text text) {
        super(kind.code, text);
        this.kind = kind;
    }

    static ContextFailure malformed(String key, Object... arguments) {
        return new ContextFailure(Kind.MALFORMED, Text.of(key, arguments));
    }

    static ContextFailure field(String key, Object... arguments) {
        return new ContextFailure(Kind.FIELD, Text.of(key, arguments));
    }

    static ContextFailure missing(String key, Object... arguments) {
        return new ContextFailure(Kind.MISSING, Text.of(key, arguments));
    }

    static ContextFailure exists(String key, Object... arguments) {
        return new ContextFailure(Kind.EXISTS, Text.of(key, arguments));
    }

    static ContextFailure quota(Text text) {
        return new ContextFailure(Kind.QUOTA, text);
    }

    /** @throws ContextFailure MALFORMED if the text is no JSON Pointer */
    static Pointer place(String text) throws ContextFailure {
        return Pointer.asked(text).orElseThrow(() -> malformed("context.pointer", text));
    }

    public Kind kind() {
        return kind;
    }
}
