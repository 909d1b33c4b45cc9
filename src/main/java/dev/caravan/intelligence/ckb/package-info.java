/**
 * Asks CKB (Code Knowledge Backend, an MCP server that users install themselves) for the call graph of code. Send a
 * {@link dev.caravan.intelligence.ckb.CkbQuestion} to the route {@code direct:ckb-graph}; it always returns a
 * {@link dev.caravan.intelligence.ckb.CkbAnswer}.
 *
 * <p>A health check comes before a question, unless a recent one passed. After any failure CKB is not asked during the cool-down. One
 * question asks CKB at a time. The others wait only a short time for their turn, so that only one caller waits for a hanging CKB. When it
 * fails, the waiting ones end with its reason.
 */
package dev.caravan.intelligence.ckb;
