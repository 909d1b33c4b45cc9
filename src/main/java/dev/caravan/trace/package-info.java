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
 *
 * <p>The other adapters are our own for these reasons. OpenTelemetry's instrumentations all end a failed span with
 * {@code recordException}, which writes the message of the exception. A message has values: {@code E11000 duplicate key error … dup key:
 * { email: "a@example.com" }}. {@link dev.caravan.trace.ClientSpan} writes the class or the code only, and it starts no span outside a sampled call.
 * <ul>
 * <li>{@link dev.caravan.trace.MongoSpans}: the instrumentation mongo-3.1 (alpha) writes the command into {@code db.query.text}. It replaces values by
 * {@code ?}, but names of members stay: {@code {"$set": {"votes.a@example.com": "?"}}}. That text can be left out only by cutting it to length 0.
 * <li>{@link dev.caravan.trace.RedisSpans}: lettuce-5.1 (alpha) keeps all arguments of commands that read, and keys of commands that write:
 * {@code GET session:alice}. A batch of 500 commands makes 500 spans, and the database is its number, not its name in the settings.
 * <li>{@link dev.caravan.trace.Neo4jSpans}: OpenTelemetry has no instrumentation of Neo4j's driver. Driver 5.28 has metrics of its pool, and no spans.
 * Driver 6 has observations for Micrometer, a second API on the same SDK.
 * </ul>
 */
package dev.caravan.trace;
