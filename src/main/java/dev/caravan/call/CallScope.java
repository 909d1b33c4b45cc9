package dev.caravan.call;

import io.opentelemetry.context.Scope;
import org.slf4j.MDC;

/**
 * The work of a thread on a call. Its log lines have {@code traceId}, {@code tool} (for resources and prompts their name) and
 * {@code caller}. Close the scope on the same thread.
 */
public final class CallScope implements AutoCloseable {

    private static final String TRACE_ID = "traceId";
    private static final String TOOL = "tool";
    private static final String CALLER = "caller";

    private final Scope traced;
    private final String formerTraceId;
    private final String formerTool;
    private final String formerCaller;

    CallScope(CallContext context, String name) {
        this.traced = context.span() == null ? null : context.span().enter();
        this.formerTraceId = replace(TRACE_ID, context.traceId());
        this.formerTool = replace(TOOL, name);
        this.formerCaller = replace(CALLER, context.caller());
    }

    private static String replace(String key, String value) {
        String former = MDC.get(key);
        put(key, value);
        return former;
    }

    private static void put(String key, String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }

    @Override
    public void close() {
        put(TRACE_ID, formerTraceId);
        put(TOOL, formerTool);
        put(CALLER, formerCaller);
        if (traced != null) {
            traced.close();
        }
    }
}
