/**
 * How a tool's outcome looks on the wire: error codes, and one result shape a family (contracts, section 2).
 *
 * <p>A step fails by throwing a {@link dev.caravan.envelope.ToolException} with a code; what it leaves as body is data.
 * Messages come in English and Chinese; codes never change.
 */
package dev.caravan.envelope;
