/**
 * Sends OpenTelemetry traces to a collector by OTLP: a span per call, and below it one per statement and request of the call. Without
 * {@code caravan.tracing.endpoint} there is no SDK, thread or span, but calls still have trace ids. Spans contain names and codes, never
 * arguments, values or credentials.
 *
 * <p>Statements have our own adapters, because OpenTelemetry's instrumentation of JDBC (2.15.0-alpha, for the SDK 1.49.0 of Spring Boot
 * 3.5.9) breaks four promises. It writes text in double quotes into the span: {@code select "secret" from t}, which is a value in MySQL. A
 * statement outside a call becomes a trace. SQLite becomes {@code other_sql}, and the database has no name, although the settings name it.
 * The current attribute names require a system property for the whole JVM. Micrometer Tracing would be a second API on the same SDK, and
 * would also need adapters that leave out values.
 */
package dev.caravan.trace;
