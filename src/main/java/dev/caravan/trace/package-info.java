/**
 * OpenTelemetry traces: a span of each call, and below it one of each statement and request that the call makes, sent to a collector by
 * OTLP. Without {@code caravan.tracing.endpoint} there is no SDK, no thread and no span; the trace id of a call is there all the same.
 * Spans hold names and codes, never arguments, values or credentials.
 *
 * <p>Statements have adapters of ours, since OpenTelemetry's instrumentation of JDBC (2.15.0-alpha, the one for the SDK 1.49.0 of Spring
 * Boot 3.5.9) breaks four promises. It writes what stands in double quotes into the span: {@code select "secret" from t}, which MySQL takes for a
 * value. A statement outside a call becomes a trace of its own. SQLite is {@code other_sql}, and the database has no name, where the settings
 * name it. Today's names of attributes need a system property for the whole JVM. Micrometer Tracing would be a second API above the
 * same SDK; adapters that leave values out are needed with it as well.
 */
package dev.caravan.trace;
