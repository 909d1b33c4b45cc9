/**
 * What an operator sees of the gateway: metrics, health of dependencies, spans, and one log line per event. Capabilities provide their own
 * gauges and checks ({@link dev.caravan.observe.Check}); this room collects them. All checks run in parallel within a time limit, so that
 * one that hangs neither blocks the health page nor hides the others. None makes the gateway dead or unready, because other tools still
 * work.
 *
 * <p>Spans go to a collector by OTLP: one per call, and below it one per statement and request of the call. Without
 * {@code caravan.tracing.endpoint} there is no SDK, thread or span, but calls still have trace ids. Spans contain names and codes, never
 * arguments, values or credentials. OpenTelemetry's instrumentations of JDBC, MongoDB and Redis write values into spans, or end failed
 * spans with the message of an exception, which has values. The adapters here do not.
 *
 * <p>The audit log says who did what: a queue of events, the route {@code audit} that takes them from {@code audit:events}, and the HMAC
 * of arguments.
 */
package dev.caravan.observe;
