/**
 * Writes a tool's outcome: error codes, and one result shape per family (contracts, section 2).
 *
 * <p>A step fails by throwing a {@link dev.caravan.envelope.ToolException} with a code; the body that it leaves is the data. Messages are
 * in English and Chinese; codes are the same in both.
 *
 * <p>{@link dev.caravan.envelope.UnreachableException}, {@link dev.caravan.envelope.LateException} and
 * {@link dev.caravan.envelope.AnswerTooBigException} say how a call of another service failed. They are here and not in {@code upstream},
 * because capabilities such as {@code database} and {@code intelligence.ckb} throw or read them, and capabilities use no source.
 */
package dev.caravan.envelope;
