/**
 * Writes a tool's outcome: error codes, and one result shape per family (contracts, section 2).
 *
 * <p>A step fails by throwing a {@link dev.caravan.envelope.ToolException} with a code; the body that it leaves is the data. Messages are
 * in English and Chinese; codes are the same in both.
 */
package dev.caravan.envelope;
