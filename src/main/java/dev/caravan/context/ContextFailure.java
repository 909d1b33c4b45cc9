package dev.caravan.context;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.Pointer;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestMeaning;

/** The reason why a context can't be read or changed. */
public final class ContextFailure extends ToolException implements RestMeaning {

    /** The kind of failure, with its error code in tools' results and its error over REST. */
    public enum Kind {
        /** The request can't be read. */
        MALFORMED(ErrorCode.INVALID_ARGUMENT, RestError.BAD_REQUEST),
        /** A field of the request is wrong. */
        FIELD(ErrorCode.INVALID_ARGUMENT, RestError.VALIDATION),
        /** The requested thing does not exist. */
        MISSING(ErrorCode.NOT_FOUND, RestError.NOT_FOUND),
        /** The new thing already exists. */
        EXISTS(ErrorCode.INVALID_ARGUMENT, RestError.CONFLICT),
        /** The context has changed in a way that the request does not allow for. */
        CONFLICT(ErrorCode.INVALID_ARGUMENT, RestError.CONFLICT),
        /** The context is not in the version that the request names in If-Match. */
        CHANGED(ErrorCode.INVALID_ARGUMENT, RestError.CHANGED),
        /** The owner would exceed a limit of users. */
        QUOTA(ErrorCode.FORBIDDEN, RestError.FORBIDDEN),
        /** Other calls use the context, or read large contexts. */
        BUSY(ErrorCode.UPSTREAM_ERROR, RestError.UNAVAILABLE);

        private final ErrorCode code;
        private final RestError rest;

        Kind(ErrorCode code, RestError rest) {
            this.code = code;
            this.rest = rest;
        }

        /** Returns a failure of this kind. */
        ContextFailure of(String key, Object... arguments) {
            return new ContextFailure(this, Text.of(key, arguments));
        }
    }

    private final Kind kind;

    private ContextFailure(Kind kind, Text text) {
        super(kind.code, text);
        this.kind = kind;
    }

    static ContextFailure quota(Text text) {
        return new ContextFailure(Kind.QUOTA, text);
    }

    static ContextFailure busy() {
        return new ContextFailure(Kind.BUSY, Text.of("context.busy"));
    }

    /** Says that other calls use the context or its owner's connections. */
    static ContextFailure queue() {
        return new ContextFailure(Kind.BUSY, Text.of("context.queue"));
    }

    /** @throws ContextFailure MALFORMED if the text is not a JSON Pointer */
    static Pointer place(String text) throws ContextFailure {
        return Pointer.asked(text).orElseThrow(() -> Kind.MALFORMED.of("context.pointer", text));
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public RestError restError() {
        return kind.rest;
    }
}
