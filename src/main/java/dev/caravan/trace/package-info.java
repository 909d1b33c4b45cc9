/**
 * OpenTelemetry traces: a span of each call, and below it one of each statement and request that the call makes, sent to a collector by
 * OTLP. Without {@code caravan.tracing.endpoint} there is no SDK, no thread and no span; the trace id of a call is there all the same.
 * Spans hold names and codes, never arguments, values or credentials.
 */
package dev.caravan.trace;
